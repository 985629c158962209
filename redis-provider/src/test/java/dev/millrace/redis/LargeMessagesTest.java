package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.redis.fixture.WorkerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** DLV-4: what is held is bounded in bytes too. The worker has a heap of 128 MB. */
@Tag("heavy")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LargeMessagesTest {

    private static final int ALL = 5_000;
    private static final String LARGE = "|" + "x".repeat(200_000);

    /** More than the worker's heap holds, and no more than this machine does. */
    private static final int AT_ONCE = 800;

    @Test
    void fiveThousandMessagesOf200KilobytesPassThroughASmallHeap() {
        try (RedisServer server = RedisServer.start();
                RedisHarness redis = RedisHarness.on(server)) {
            TopicView topic = new TopicView(redis, "large", "billing").create();
            IntStream.range(0, AT_ONCE).forEach(i -> topic.add("slow:" + i + LARGE));
            try (WorkerProcess worker = WorkerProcess.of(server.uri(), topic.topic(), topic.group())
                    .concurrency(4)
                    .set("max-length", "10")
                    .start()) {
                for (int i = AT_ONCE; i < ALL; i++) {
                    if (i % 50 == 0) {
                        Eventually.await("room on the server", () -> topic.length() < AT_ONCE);
                    }
                    topic.add("slow:" + i + LARGE);
                }
                Eventually.await(
                        "all of them handled",
                        () -> worker.finished().size() >= ALL,
                        () -> worker.finished().size() + " handled, " + worker.log());
                assertThat(worker.finished()).doesNotHaveDuplicates().hasSize(ALL);
                assertThat(worker.log()).noneMatch(line -> line.contains("OutOfMemoryError"));
                assertThat(topic.deadPayloads()).isEmpty();
            }
        }
    }
}
