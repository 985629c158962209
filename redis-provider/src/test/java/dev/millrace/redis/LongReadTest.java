package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.CapturedLog;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;

/** RDS-6: a read may wait longer than a command may take. */
class LongReadTest implements OnRedis {

    @Override
    public BrokerHarness harness() {
        return RedisHarness.shared().set("block-for", "1s").set("timeout", "250ms");
    }

    @Test
    void readThatWaitsLongerThanTheTimeOutIsNoOutage(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        redis.pass(Duration.ofMillis(1500));
        redis.topic(bench).add("after");
        handler.awaitEnded("after");
        assertThat(log.warnings("127.0.0.1:" + redis.proxy(bench.broker()).port()))
                .isEmpty();
    }
}
