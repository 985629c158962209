package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Fault;
import dev.millrace.redis.fixture.FaultProxy;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.Steps;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.redis.fixture.WorkerProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker process ends by kill -9 at each step of a message's way; another goes on under its name. */
class KilledWorkerTest {

    private final RedisHarness redis = RedisHarness.shared();
    private final FaultProxy proxy = redis.proxy("worker");
    private TopicView topic;

    @BeforeEach
    void create(TestInfo test) {
        String name = redis.name(test.getTestMethod().orElseThrow().getName());
        topic = new TopicView(redis, name, "billing").create();
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private WorkerProcess.Setup worker() {
        return WorkerProcess.of(proxy.uri(), topic.topic(), topic.group())
                .set("consumer-name", redis.name("worker"))
                .set("retry-after", "100ms")
                .set("claim-after", "1s")
                .set("block-for", "500ms");
    }

    @Test
    void killBetweenReadAndHandleLosesNothing() {
        topic.add("pass:a");
        Fault read = proxy.silentAtReply(Steps.READ);
        try (WorkerProcess killed = worker().start()) {
            read.await();
            topic.awaitPending(1);
            killed.kill();
            assertThat(killed.started()).isEmpty();
        }
        try (WorkerProcess next = worker().start()) {
            next.awaitFinished("pass:a");
            topic.awaitAllAcked();
        }
    }

    @Test
    void killDuringTheHandlerDeliversAgainAndCounts() {
        topic.add("wait:a");
        try (WorkerProcess killed = worker().start()) {
            killed.awaitStarted("wait:a", 1);
            killed.kill();
        }
        try (WorkerProcess next = worker().start()) {
            next.awaitStarted("wait:a", 2);
            next.go("wait:a");
            topic.awaitAllAcked();
        }
    }

    @Test
    void killBetweenHandleAndAckDeliversAgain() {
        topic.add("pass:a");
        Fault ack = proxy.hold(Steps.ACK);
        try (WorkerProcess killed = worker().start()) {
            killed.awaitFinished("pass:a");
            ack.await();
            killed.kill();
            ack.drop();
        }
        try (WorkerProcess next = worker().start()) {
            next.awaitStarted("pass:a", 2);
            topic.awaitAllAcked();
        }
    }

    @Test
    void killBetweenFailureAndStampDeliversAgain() {
        topic.add("fail:a");
        Fault stamp = proxy.hold(Steps.STAMP);
        try (WorkerProcess killed = worker().set("max-deliveries", "2").start()) {
            killed.awaitStarted("fail:a", 1);
            stamp.await();
            killed.kill();
            stamp.drop();
        }
        try (WorkerProcess next = worker().set("max-deliveries", "2").start()) {
            next.awaitStarted("fail:a", 2);
            topic.awaitDead(1);
            topic.awaitAllAcked();
            assertThat(next.started()).containsExactly("fail:a 2");
        }
    }

    @Test
    void workOfAKilledProcessGoesToAnotherOnTheSameHost() {
        topic.add("wait:a");
        try (WorkerProcess killed = worker().start();
                WorkerProcess other =
                        worker().set("consumer-name", redis.name("other")).start()) {
            Fault ack = proxy.see(Steps.ACK);
            WorkerProcess first = awaitEither(killed, other);
            WorkerProcess second = first == killed ? other : killed;
            first.kill();
            second.awaitStarted("wait:a", 2);
            second.go("wait:a");
            ack.await();
            topic.awaitAllAcked();
        }
    }

    private static WorkerProcess awaitEither(WorkerProcess one, WorkerProcess other) {
        Eventually.await(
                "a start in either worker",
                () -> !one.started().isEmpty() || !other.started().isEmpty());
        return one.started().isEmpty() ? other : one;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void messageThatHaltsTheProcessIsGivenUpAndItsNeighboursAreNot(int concurrency) {
        topic.add("pass:before");
        topic.add("halt:bad");
        topic.addMany("pass:after", 5);
        int starts = 0;
        WorkerProcess last = null;
        while (topic.deadPayloads().isEmpty() || !topic.pending().isEmpty()) {
            assertThat(starts++).as("processes it took").isLessThan(5);
            last = worker().concurrency(concurrency).set("max-deliveries", "2").start();
            last.awaitEndOr(
                    () -> !topic.deadPayloads().isEmpty() && topic.pending().isEmpty() && topic.unread() == 0);
        }
        last.close();
        assertThat(topic.deadPayloads()).containsExactly("halt:bad");
    }

    /** RTY-6, for what was read ahead: charged one delivery, once, and run. */
    @Test
    void messagesHeldWhenTheProcessWasHaltedAreAllRun() {
        topic.addMany("pass:before", 50);
        topic.add("halt:bad");
        topic.addMany("pass:after", 100);
        Set<String> finished = new HashSet<>();
        int starts = 0;
        while (topic.deadPayloads().isEmpty() || !topic.pending().isEmpty()) {
            assertThat(starts++).as("processes it took").isLessThan(5);
            try (WorkerProcess each = worker().set("max-deliveries", "2").start()) {
                each.awaitEndOr(
                        () -> !topic.deadPayloads().isEmpty() && topic.pending().isEmpty() && topic.unread() == 0);
                each.kill();
                finished.addAll(each.finished());
            }
        }
        assertThat(topic.deadPayloads()).containsExactly("halt:bad");
        assertThat(finished).hasSize(150);
    }
}
