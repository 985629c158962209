package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.redis.fixture.WorkerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes of one group are killed at random, again and again, under load. */
@Tag("heavy")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KillStormTest {

    private static final int ROUNDS = 15;
    private static final int A_ROUND = 200;

    private final List<WorkerProcess> all = new ArrayList<>();

    @Test
    void everyMessageIsHandledAndNothingIsLeft() {
        try (RedisHarness redis = RedisHarness.shared()) {
            TopicView topic = new TopicView(redis, redis.name("kill-storm"), "billing").create();
            WorkerProcess.Setup setup = WorkerProcess.of(redis.server().uri(), topic.topic(), topic.group())
                    .concurrency(4)
                    .set("claim-after", "500ms")
                    .set("retry-after", "50ms")
                    .set("max-deliveries", "100");
            List<WorkerProcess> workers = new ArrayList<>(List.of(start(setup), start(setup), start(setup)));
            Random random = new Random(42);
            for (int round = 0; round < ROUNDS; round++) {
                topic.addMany("pass:" + round + "-", A_ROUND);
                int victim = random.nextInt(workers.size());
                workers.get(victim).kill();
                workers.set(victim, start(setup));
            }
            topic.awaitAllAcked();
            workers.forEach(WorkerProcess::stop);
            Set<String> missing = new TreeSet<>(published());
            missing.removeAll(handled());
            assertThat(missing).isEmpty();
            assertThat(topic.deadPayloads()).isEmpty();
            assertThat(topic.pending()).isEmpty();
        } finally {
            all.forEach(WorkerProcess::close);
        }
    }

    private WorkerProcess start(WorkerProcess.Setup setup) {
        WorkerProcess worker = setup.start();
        all.add(worker);
        return worker;
    }

    private Set<String> handled() {
        Set<String> texts = new TreeSet<>();
        all.forEach(worker -> texts.addAll(worker.finished()));
        return texts;
    }

    private static List<String> published() {
        return IntStream.range(0, ROUNDS)
                .boxed()
                .flatMap(round -> IntStream.rangeClosed(1, A_ROUND).mapToObj(i -> "pass:" + round + "-" + i))
                .toList();
    }
}
