package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import dev.millrace.Broker;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.ConsumerOptions;
import dev.millrace.OutgoingMessage;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.spi.Settings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** Users and passwords, wrong ones and such that change. */
class LoginTest {

    private static final String SECRET = "s3cret-passw0rd";

    /** With its key it is sent again when the connection turns out to be gone. */
    private static final OutgoingMessage AFTER =
            OutgoingMessage.to("orders", "after").idempotencyKey("after");

    private final RedisServer server = RedisServer.start();
    private final Logs logs = Logs.listen();

    @AfterEach
    void close() {
        assertThat(logs.lines()).noneMatch(line -> line.contains(SECRET));
        logs.close();
        server.close();
    }

    private void user(String name, String password) {
        try (Jedis jedis = server.jedis()) {
            jedis.aclSetUser(name, "on", "resetpass", ">" + password, "~*", "+@all");
        }
    }

    private void loseConnections() {
        try (Jedis jedis = server.jedis()) {
            jedis.clientKill(new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
        }
    }

    private static Broker configured(Map<String, String> settings) {
        return new RedisBrokerProvider().create(new Settings(name -> Optional.ofNullable(settings.get(name))));
    }

    private RedisBrokerBuilder builder() {
        return RedisBroker.builder().url(server.uri()).shutdownTimeout(Duration.ofSeconds(1));
    }

    private static String failureOf(Broker broker) {
        StringWriter text = new StringWriter();
        assertThatExceptionOfType(BrokerUnavailableException.class)
                .isThrownBy(() -> broker.publish("orders", "a"))
                .satisfies(e -> e.printStackTrace(new PrintWriter(text)));
        assertThat(text.toString()).doesNotContain(SECRET);
        return text.toString();
    }

    @Test
    void userAndPasswordNeedNotBeInTheUrl() {
        user("app", SECRET);
        try (Broker broker = configured(Map.of(
                "millrace.redis.url", server.uri(), "millrace.redis.user", "app", "millrace.redis.password", SECRET))) {
            broker.publish("orders", "a");
            assertThat(server.clients()).anyMatch(client -> client.contains(" user=app "));
        }
    }

    @Test
    void passwordGoesWithTheUserOfTheUrl() {
        user("app", SECRET);
        String url = server.uri().replace("redis://", "redis://app:@");
        try (Broker broker = configured(Map.of("millrace.redis.url", url, "millrace.redis.password", SECRET))) {
            broker.publish("orders", "a");
            assertThat(server.clients()).anyMatch(client -> client.contains(" user=app "));
        }
    }

    @Test
    void userWithoutAPasswordIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().user("app").connect())
                .withMessageContaining("millrace.redis.user")
                .withMessageContaining("millrace.redis.password");
    }

    @Test
    void wrongPasswordIsToldOnceAndTriedAtAPace() {
        user("app", "another");
        try (Broker broker = builder().user("app").password(SECRET).connect()) {
            for (int i = 0; i < 5; i++) {
                broker.consume(
                        "orders-" + i,
                        ConsumerOptions.group("billing"),
                        delivery -> CompletableFuture.completedFuture(null));
            }
            for (int i = 0; i < 500; i++) {
                assertThat(failureOf(broker)).contains("WRONGPASS", "millrace.redis.user", server.uri());
            }
            logs.await("WARNING", server.uri());
            assertThat(logs.warnings(server.uri())).hasSize(1);
            assertThat(loginsTried()).isBetween(1L, 50L);
        }
    }

    private long loginsTried() {
        String tried = server.info("commandstats").getOrDefault("cmdstat_auth", "calls=0,")
                + server.info("commandstats").getOrDefault("cmdstat_hello", "calls=0,");
        return Pattern.compile("calls=(\\d+)")
                .matcher(tried)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }

    @Test
    void passwordChangedInTheConfigurationCountsAtTheNextConnection() {
        user("app", "old");
        Map<String, String> settings = new ConcurrentHashMap<>(Map.of(
                "millrace.redis.url", server.uri(), "millrace.redis.user", "app", "millrace.redis.password", "old"));
        try (Broker broker = configured(settings)) {
            broker.publish("orders", "before");
            user("app", SECRET);
            settings.put("millrace.redis.password", SECRET);
            loseConnections();
            broker.publish(AFTER);
        }
    }

    @Test
    void suppliedCredentialsAreAskedForEachConnection() {
        user("app-1", "one");
        Map<String, RedisCredentials> current =
                new ConcurrentHashMap<>(Map.of("now", RedisCredentials.of("app-1", "one")));
        try (Broker broker = builder().credentials(() -> current.get("now")).connect()) {
            broker.publish("orders", "before");
            user("app-2", SECRET);
            current.put("now", RedisCredentials.of("app-2", SECRET));
            loseConnections();
            broker.publish(AFTER);
            assertThat(server.clients()).anyMatch(client -> client.contains(" user=app-2 "));
        }
    }

    @Test
    void consumerGoesOnWhenThePasswordIsRightAgain() throws InterruptedException {
        user("app", "another");
        Map<String, RedisCredentials> current =
                new ConcurrentHashMap<>(Map.of("now", RedisCredentials.of("app", "wrong")));
        CountDownLatch handled = new CountDownLatch(1);
        try (Broker broker = builder().credentials(() -> current.get("now")).connect();
                Broker publisher = builder().connect()) {
            broker.consume("orders", ConsumerOptions.group("billing"), delivery -> {
                handled.countDown();
                return CompletableFuture.completedFuture(null);
            });
            logs.await("WARNING", "WRONGPASS");
            publisher.publish("orders", "a");
            current.put("now", RedisCredentials.of("app", "another"));
            assertThat(handled.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void supplierThatFailsIsNamed() {
        try (Broker broker = builder()
                .credentials(() -> {
                    throw new IllegalStateException("the vault is sealed");
                })
                .connect()) {
            assertThat(failureOf(broker)).contains("credentials", "the vault is sealed");
        }
    }

    @Test
    void settingsShowNoPassword() {
        RedisBrokerBuilder builder = RedisBroker.builder()
                .url("rediss://app:" + SECRET + "@localhost")
                .password(SECRET)
                .trustStorePassword(SECRET)
                .keyStorePassword(SECRET);
        assertThat(builder.settings().toString()).contains("rediss://localhost").doesNotContain(SECRET);
        assertThat(RedisCredentials.of("app", SECRET).toString()).doesNotContain(SECRET);
    }
}
