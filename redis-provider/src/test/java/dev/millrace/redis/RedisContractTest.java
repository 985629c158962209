package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.tck.BrokerContract;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.Capability;
import org.junit.jupiter.api.Test;

/** RDS-1: the whole contract, on a real server; profiles of this module repeat it on older and newer ones. */
class RedisContractTest implements BrokerContract, OnRedis {

    @Test
    void harnessHasExactlyTheseCapabilities() {
        try (BrokerHarness harness = harness()) {
            assertThat(harness.capabilities()).containsExactlyInAnyOrder(Capability.CRASH, Capability.OUTAGE);
        }
    }
}
