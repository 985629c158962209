package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.Broker;
import dev.millrace.BrokerException;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.ConsumerOptions;
import dev.millrace.PublishOutcomeUnknownException;
import dev.millrace.redis.fixture.FaultProxy;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.OtherServer;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.tck.Bench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** What is at the URL is not the server that one hopes for. */
class BadServerTest implements OnRedis {

    private static final String SECRET = "s3cret-passw0rd";

    private final Logs logs = Logs.listen();

    @AfterEach
    void close() {
        logs.close();
    }

    private static Broker broker(int port) {
        return RedisHarness.open(Map.of(
                "millrace.redis.url", "redis://app:" + SECRET + "@127.0.0.1:" + port,
                "millrace.redis.timeout", "500ms",
                "millrace.redis.shutdown-timeout", "1s"));
    }

    private static void consume(Broker broker) {
        broker.consume("orders", ConsumerOptions.group("billing"), delivery -> CompletableFuture.completedFuture(null));
    }

    private static String failureOfPublish(Broker broker) {
        BrokerException failure = catchThrowableOfType(BrokerException.class, () -> broker.publish("orders", "a"));
        assertThat(failure).isNotNull();
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        assertThat(text.toString()).doesNotContain(SECRET);
        assertThat(failure).hasMessageContaining("orders");
        return failure.getMessage();
    }

    /** One warning with endpoint and remedy while nothing works; no password in any line. */
    private void assertOneWarning(int port, String... words) {
        String endpoint = "127.0.0.1:" + port;
        logs.await("WARNING", endpoint);
        assertThat(logs.warnings(endpoint)).hasSize(1).first().asString().contains(words);
        assertThat(logs.lines()).noneMatch(line -> line.contains(SECRET));
    }

    @Test
    void nothingListens(Bench bench) {
        FaultProxy nobody = RedisHarness.of(bench).proxy("nobody");
        nobody.goDown();
        try (Broker broker = broker(nobody.port())) {
            consume(broker);
            BrokerUnavailableException failure =
                    catchThrowableOfType(BrokerUnavailableException.class, () -> broker.publish("orders", "a"));
            assertThat(failure).hasMessageContaining("orders").hasMessageContaining("127.0.0.1:" + nobody.port());
            bench.pass(Duration.ofSeconds(2));
            assertOneWarning(nobody.port(), "millrace.redis.url");
        }
    }

    @Test
    void hostHasNoAddress() {
        try (Broker broker = RedisHarness.open(
                Map.of("millrace.redis.url", "redis://no-such-host.invalid", "millrace.redis.timeout", "500ms"))) {
            assertThat(failureOfPublish(broker)).contains("no-such-host.invalid:6379");
        }
    }

    @Test
    void endpointTakesConnectionsAndSaysNothing(Bench bench) {
        FaultProxy silent = RedisHarness.of(bench).proxy("silent");
        silent.silence();
        try (Broker broker = broker(silent.port())) {
            long start = System.nanoTime();
            assertThat(failureOfPublish(broker)).contains("127.0.0.1:" + silent.port());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        }
    }

    /** PUB-2: a login of several slow steps takes no longer than one of them may. */
    @Test
    void loginOfSlowStepsEndsWithinTheTimeout() {
        try (OtherServer server = OtherServer.redis(request -> slowly("+OK\r\n"));
                Broker broker = RedisHarness.open(Map.of(
                        "millrace.redis.url",
                        "redis://app:" + SECRET + "@127.0.0.1:" + server.port() + "/1",
                        "millrace.redis.timeout",
                        "2s"))) {
            long start = System.nanoTime();
            assertThat(failureOfPublish(broker)).contains("did not answer");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        }
    }

    private static String slowly(String reply) {
        CompletableFuture<String> slow = new CompletableFuture<>();
        return slow.completeOnTimeout(reply, 1_800, TimeUnit.MILLISECONDS).join();
    }

    @Test
    void passwordIsWrong(Bench bench) {
        try (RedisServer server = RedisServer.start("--requirepass", "another");
                Broker broker = broker(server.port())) {
            consume(broker);
            assertThat(failureOfPublish(broker))
                    .contains("127.0.0.1:" + server.port())
                    .contains("password")
                    .contains("millrace.redis.url");
            bench.pass(Duration.ofSeconds(2));
            assertOneWarning(server.port(), "password", "millrace.redis.url");
        }
    }

    @Test
    void passwordIsMissing() {
        try (RedisServer server = RedisServer.start("--requirepass", "another");
                Broker broker = RedisHarness.open(Map.of("millrace.redis.url", "redis://127.0.0.1:" + server.port()))) {
            assertThat(failureOfPublish(broker)).contains("password").contains("millrace.redis.url");
        }
    }

    @Test
    void serverTakesNoMoreClients() {
        try (RedisServer server = RedisServer.start();
                Jedis only = server.jedis();
                Broker broker = RedisHarness.open(Map.of("millrace.redis.url", "redis://127.0.0.1:" + server.port()))) {
            only.configSet("maxclients", "1");

            assertThat(failureOfPublish(broker))
                    .contains("127.0.0.1:" + server.port(), "max number of clients reached");
        }
    }

    @Test
    void serverInProtectedModeTakesNobodyFromOtherHosts() {
        try (OtherServer server = OtherServer.saying("-DENIED Redis is running in protected mode because protected mode"
                        + " is enabled and no password is set for the default user.\r\n");
                Broker broker = RedisHarness.open(Map.of("millrace.redis.url", "redis://127.0.0.1:" + server.port()))) {
            assertThat(failureOfPublish(broker)).contains("protected mode", "millrace.redis.password");
        }
    }

    @Test
    void serverSpeaksHttp(Bench bench) {
        try (OtherServer server = OtherServer.http();
                Broker broker = broker(server.port())) {
            consume(broker);
            assertThat(failureOfPublish(broker))
                    .contains("127.0.0.1:" + server.port())
                    .contains("millrace.redis.url");
            bench.pass(Duration.ofSeconds(2));
            assertOneWarning(server.port(), "millrace.redis.url");
        }
    }

    @Test
    void serverIsTooOld(Bench bench) {
        try (OtherServer server = OtherServer.redisOfVersion("5.0.14");
                Broker broker = RedisHarness.open(Map.of("millrace.redis.url", "redis://127.0.0.1:" + server.port()))) {
            consume(broker);
            assertThat(failureOfPublish(broker)).contains("5.0.14").contains("6.2");
            bench.pass(Duration.ofSeconds(2));
            assertOneWarning(server.port(), "5.0.14", "6.2");
        }
    }

    @Test
    void connectionsAreTriedAtAPace(Bench bench) {
        try (OtherServer server = OtherServer.closing();
                Broker broker = broker(server.port())) {
            consume(broker);
            bench.pass(Duration.ofSeconds(3));
            assertThat(server.connections()).isBetween(2, 40);
            assertOneWarning(server.port(), "millrace.redis.url");
        }
    }

    @Test
    void replyTooLargeForThisProcessCostsTheConnectionAndNothingElse() {
        AtomicInteger publications = new AtomicInteger();
        try (OtherServer server = OtherServer.redis(request -> switch (request.name()) {
                    case "XADD" -> publications.incrementAndGet() == 1 ? "$2147483647\r\n" : "$3\r\n1-1\r\n";
                    default -> "+OK\r\n";
                });
                Broker broker = broker(server.port())) {
            assertThatThrownBy(() -> broker.publish("orders", "a"))
                    .isInstanceOf(PublishOutcomeUnknownException.class)
                    .hasMessageContaining("127.0.0.1:" + server.port());
            assertThat(broker.publish("orders", "b")).isEqualTo("1-1");
        }
    }
}
