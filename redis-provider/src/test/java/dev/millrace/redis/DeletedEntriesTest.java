package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.CapturedLog;
import dev.millrace.tck.Gate;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XTrimParams;

/** Entries are deleted or trimmed away while they are pending. */
class DeletedEntriesTest implements OnRedis {

    @Test
    void deletedOnesAmongOwnAndForeignEntriesAreClearedAndTheOthersHandled(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        CapturedLog log = bench.log();
        topic.addMany("m", 12);
        List<String> own = topic.handOut("one", 6);
        List<String> foreign = topic.handOut("ghost", 6);
        topic.age(own, "one", Duration.ofHours(1), 1);
        topic.age(foreign, "ghost", Duration.ofHours(1), 5);
        topic.age(foreign.subList(3, 6), "ghost", Duration.ofHours(1), 1);
        List<String> gone = new ArrayList<>(List.of(own.get(1), own.get(4), foreign.get(0), foreign.get(4)));
        redis.jedis().xdel(bench.topic(), gone.stream().map(StreamEntryID::new).toArray(StreamEntryID[]::new));
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        topic.awaitAllAcked();
        assertThat(handler.texts()).containsExactlyInAnyOrder("m1", "m3", "m4", "m6", "m10", "m12");
        assertThat(topic.deadPayloads()).containsExactlyInAnyOrder("m8", "m9");
        assertThat(gone)
                .allSatisfy(
                        id -> assertThat(lines(log, id)).as("lines on " + id).hasSize(1));
    }

    private static List<String> lines(CapturedLog log, String id) {
        List<String> lines = new ArrayList<>(log.warnings(" " + id + " "));
        lines.addAll(log.infos(" " + id + " "));
        return lines;
    }

    @Test
    void entryTrimmedWhileItWaitsForItsRetryIsSkipped(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        RecordingHandler handler = bench.handler().on("a", Reactions.throwing());
        bench.consume(bench.options().retryAfter(Duration.ofMillis(400)), handler);
        bench.publish("a");
        handler.awaitEnded("a");
        bench.settle();
        redis.jedis().xtrim(bench.topic(), XTrimParams.xTrimParams().maxLen(0));
        topic.awaitPending(0);
        bench.awaitMarker(handler);
        assertThat(handler.seen("a")).hasSize(1);
        assertThat(topic.deadPayloads()).isEmpty();
    }

    @Test
    void entryDeletedWhileInHandIsAckedWhenItFails(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("a", gate.holdingThen(Reactions.throwing()));
        bench.consume(bench.options().maxDeliveries(1), handler);
        String id = bench.publish("a");
        handler.awaitStarted("a");
        redis.jedis().xdel(bench.topic(), new StreamEntryID(id));
        gate.open();
        topic.awaitPending(0);
        bench.awaitMarker(handler);
        assertThat(handler.seen("a")).hasSize(1);
    }
}
