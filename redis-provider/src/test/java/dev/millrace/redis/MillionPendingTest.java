package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import dev.millrace.ConsumerOptions;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.stream.Access;
import dev.millrace.redis.internal.stream.Endpoint;
import dev.millrace.redis.internal.stream.RedisStreamCommands;
import dev.millrace.redis.internal.stream.StreamCommands;
import dev.millrace.redis.internal.stream.StreamCommands.Deletion;
import dev.millrace.redis.internal.stream.StreamGroup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** With a million entries pending no command keeps the server from its other clients. */
@Tag("heavy")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MillionPendingTest {

    private static final String TOPIC = "orders";
    private static final String GROUP = "billing";
    private static final String SIDE = "{orders}:millrace";
    private static final int MILLION = 1_000_000;
    private static final int SLOWLOG = 1_000;
    private static final int STEP = 5_000;

    /** Entries that a consumer read and died with. */
    private static final String FILL = """
            local ids = {}
            for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
                ids[#ids + 1] = '1-' .. i
                redis.call('XADD', KEYS[1], ids[#ids], 'payload', 'm')
            end
            redis.call('XGROUP', 'SETID', KEYS[1], ARGV[3], ids[#ids])
            ids[#ids + 1] = 'FORCE'
            ids[#ids + 1] = 'JUSTID'
            redis.call('XCLAIM', KEYS[1], ARGV[3], 'dead', 0, unpack(ids))
            """;

    private final RedisServer server = RedisServer.start();
    private final Jedis jedis = server.jedis();
    private final StreamCommands commands =
            RedisStreamCommands.to(Access.of(Endpoint.of(URI.create(server.uri()))), Duration.ofSeconds(5));
    private final StreamGroup group = new StreamGroup(TOPIC, GROUP);

    @BeforeEach
    void fill() {
        jedis.eval("redis.call('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')", List.of(TOPIC), List.of(GROUP));
        for (int from = 1; from < MILLION; from += STEP) {
            jedis.eval(FILL, List.of(TOPIC), List.of(Integer.toString(from), Integer.toString(from + STEP - 1), GROUP));
        }
        jedis.configSet("slowlog-log-slower-than", "5000");
        jedis.configSet("slowlog-max-len", Integer.toString(SLOWLOG));
        jedis.configResetStat();
        jedis.slowlogReset();
    }

    @AfterEach
    void close() {
        commands.close();
        jedis.close();
        server.close();
    }

    @Test
    void noCommandOfAConsumerTakesLongerThanFiveMilliseconds() {
        AtomicInteger handled = new AtomicInteger();
        try (RedisBroker broker = RedisBroker.builder()
                .url(server.uri())
                .claimAfter(Duration.ofSeconds(1))
                .blockFor(Duration.ofMillis(200))
                .maxLength(1_000)
                .connect()) {
            broker.consume(TOPIC, ConsumerOptions.group(GROUP).concurrency(8), delivery -> {
                handled.incrementAndGet();
                return CompletableFuture.completedFuture(null);
            });
            for (int i = 0; i < 2_000; i++) {
                broker.publish(TOPIC, "new");
            }
            Eventually.await("new messages and claimed ones", () -> handled.get() > 6_000, handled::toString);
            assertThat(broker.groups(TOPIC).find(GROUP).orElseThrow().pending()).isGreaterThan(MILLION / 2);
        }
        assertNothingWasSlow();
    }

    @Test
    void noStepOfADeletionTakesLongerThanFiveMilliseconds() {
        assertThat(commands.deleteGroup(group, SIDE, List.of("dead"))).isEqualTo(Deletion.DELETED);

        assertNothingWasSlow();
        assertThat(commands.groups(TOPIC)).isEmpty();
    }

    /** What one stuck entry kept from being trimmed. */
    @Test
    void noStepOfTrimmingAMillionTakesLongerThanFiveMilliseconds() {
        commands.deleteGroup(group, SIDE, List.of("dead"));
        commands.createGroup(group, SIDE, GroupStart.PRESENT, Optional.empty());
        jedis.slowlogReset();

        try (RedisBroker broker =
                RedisBroker.builder().url(server.uri()).maxLength(1_000).connect()) {
            for (int i = 0; i < 1_000; i++) {
                broker.publish(TOPIC, "new");
            }
        }

        assertNothingWasSlow();
        assertThat(commands.length(TOPIC)).isLessThan(3_000);
    }

    @Test
    void noStepOfTrimmingWhatIsUnackedTakesLongerThanFiveMilliseconds() {
        try (RedisBroker broker = RedisBroker.builder()
                .url(server.uri())
                .maxLength(1_000)
                .trimUnacked(true)
                .connect()) {
            for (int i = 0; commands.length(TOPIC) > MILLION / 2; i++) {
                assertThat(i).as("messages published").isLessThan(20_000);
                broker.publish(TOPIC, "new");
            }
            assertThat(broker.groups(TOPIC).find(GROUP).orElseThrow().lost()).isGreaterThanOrEqualTo(MILLION / 2);
        }

        assertNothingWasSlow();
    }

    /**
     * What takes long by itself does so each time, or for very long; on a busy machine a few of many are kept from
     * running by another process.
     */
    private void assertNothingWasSlow() {
        Map<String, String> stats = server.info("commandstats");
        Map<String, Long> slow = jedis.slowlogGet(SLOWLOG).stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.getArgs().get(0).toLowerCase(Locale.ROOT), Collectors.counting()));
        assertThat(slow)
                .as(() -> jedis.slowlogGet(SLOWLOG).toString())
                .allSatisfy((command, times) -> assertThat(times).isLessThanOrEqualTo(1 + calls(stats, command) / 10));
        assertThat(jedis.slowlogGet(SLOWLOG))
                .allSatisfy(entry -> assertThat(entry.getExecutionTime()).isLessThan(200_000));
    }

    private static long calls(Map<String, String> stats, String command) {
        return stats.entrySet().stream()
                .filter(each -> each.getKey().equals("cmdstat_" + command)
                        || each.getKey().startsWith("cmdstat_" + command + "|"))
                .mapToLong(each -> Long.parseLong(each.getValue().replaceFirst("calls=(\\d+),.*", "$1")))
                .sum();
    }
}
