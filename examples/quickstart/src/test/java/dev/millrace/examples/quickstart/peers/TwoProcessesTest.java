package dev.millrace.examples.quickstart.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.millrace.examples.quickstart.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two processes and one Redis, whose connections are cut and which is killed and started again. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TwoProcessesTest {

    @TempDir
    Path folder;

    private RedisProcess redis;
    private PeerProcess publisher;

    @BeforeEach
    void start() throws Exception {
        redis = RedisProcess.in(folder.resolve("redis"));
        publisher = peer("publisher");
    }

    @AfterEach
    void stop() throws Exception {
        publisher.close();
        redis.close();
    }

    private PeerProcess peer(String name, String... args) throws Exception {
        Map<String, String> environment = Map.of(
                "MILLRACE_REDIS_URL", redis.uri(),
                "MILLRACE_REDIS_CONSUMER_NAME", name,
                "MILLRACE_REDIS_RETRY_AFTER", "200ms",
                "MILLRACE_REDIS_CLAIM_AFTER", "2s",
                "MILLRACE_REDIS_BLOCK_FOR", "500ms");
        return new PeerProcess(folder.resolve(name + ".log"), environment, args).await("ready");
    }

    private static List<Integer> upTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void everyProcessGetsEveryMessageAndTheBridgeEveryEventThroughCutConnectionsAndARestart() throws Exception {
        publisher.tell("work 1 100").await("done work 1 100");
        try (PeerProcess late = peer("late", "replay")) {
            publisher.tell("work 101 400").await("worked 150");
            assertThat(redis.say("CLIENT KILL TYPE normal")).startsWith(":");
            publisher.await("worked 250");
            redis.kill();
            redis.start();
            publisher.await("done work 101 400").await("R 400");
            late.await("R 400").await("the last of the events", said -> new HashSet<>(late.numbers("E")).size() == 400);

            assertThat(publisher.numbers("R")).isEqualTo(upTo(400));
            assertThat(late.numbers("R")).isEqualTo(upTo(400));
            assertThat(new HashSet<>(late.numbers("E"))).containsExactlyInAnyOrderElementsOf(upTo(400));
            assertThat(late.numbers("G")).isEmpty();
            // What is replayed is not forwarded again, though this process forwards the same events.
            assertThat(late.end().numbers("forwarded")).containsExactly(0);
        }
    }

    @Test
    void whatIsTrimmedBehindTheBackOfAReaderIsToldAndTheTotalsAddUp() throws Exception {
        try (PeerProcess slow = peer("slow").tell("hold 10").await("done hold 10")) {
            publisher.tell("work 1 300").await("done work 1 300").await("R 300");
            slow.await("R 10");
            assertThat(redis.say("CLIENT KILL TYPE normal")).startsWith(":");
            assertThat(redis.say("XTRIM readings MAXLEN 50")).isEqualTo(":250");
            slow.tell("go").await("R 300");

            assertThat(slow.numbers("G")).hasSize(1);
            List<Integer> read = slow.numbers("R");
            assertThat(read).isSorted().doesNotHaveDuplicates().endsWith(300);
            assertThat(read.size() + slow.numbers("G").get(0)).isEqualTo(300);
        }
    }
}
