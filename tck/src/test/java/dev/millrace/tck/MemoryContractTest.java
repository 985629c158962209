package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** MEM-1: the memory broker keeps the whole contract. */
class MemoryContractTest implements BrokerContract {

    @Override
    public BrokerHarness harness() {
        return new MemoryHarness();
    }

    @Test
    void harnessClaimsCrashesAndSteppedTime() {
        assertThat(harness().capabilities()).containsExactlyInAnyOrder(Capability.CRASH, Capability.STEPPED_TIME);
    }
}
