package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.millrace.Broker;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.ConsumerOptions;
import dev.millrace.redis.fixture.Identity;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.TlsServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** RDS-7: who is let in, and what is told of who is not. */
class TlsTest {

    private static final String[] HERE = {"-ext", "san=ip:127.0.0.1"};

    private static Identity authority;
    private static Identity stranger;
    private static TlsServer server;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        authority = Identity.authority("authority");
        stranger = Identity.authority("stranger");
        server = TlsServer.showing(authority.issue("server", HERE));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private RedisBrokerBuilder to(TlsServer to) {
        return RedisBroker.builder().url(to.uri()).timeout(Duration.ofSeconds(10));
    }

    private RedisBrokerBuilder trusting(Identity trusted, TlsServer to) {
        return to(to).trustStore(trusted.trustedBy(folder.resolve("trusted.p12")))
                .trustStorePassword(Identity.PASSWORD);
    }

    private static void assertRefused(RedisBrokerBuilder builder, String... words) {
        try (RedisBroker broker = builder.connect()) {
            assertThatExceptionOfType(BrokerUnavailableException.class)
                    .isThrownBy(() -> broker.publish("orders", "a"))
                    .satisfies(e -> assertThat(e.getMessage()).contains(words).doesNotContain(Identity.PASSWORD));
        }
    }

    private static String firstOf(Broker broker, String topic) throws InterruptedException {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        broker.consume(topic, ConsumerOptions.group("billing"), delivery -> {
            seen.add(delivery.message().text());
            return CompletableFuture.completedFuture(null);
        });
        return seen.poll(20, TimeUnit.SECONDS);
    }

    @Test
    void messageComesBackOverTls() throws InterruptedException {
        try (RedisBroker broker = trusting(authority, server).connect()) {
            broker.publish("there-and-back", "a");
            assertThat(firstOf(broker, "there-and-back")).isEqualTo("a");
        }
    }

    @Test
    void trustedCertificatesMayBeAPemFile() {
        try (RedisBroker broker = to(server).trustStore(authority.certificate()).connect()) {
            broker.publish("pem", "a");
        }
    }

    @Test
    void certificateForAnotherHostIsRefused() {
        try (TlsServer elsewhere = TlsServer.showing(authority.issue("elsewhere", "-ext", "san=dns:redis.example"))) {
            assertRefused(trusting(authority, elsewhere), elsewhere.uri(), "127.0.0.1 found", "millrace.redis.url");
        }
    }

    @Test
    void expiredCertificateIsRefused() {
        try (TlsServer expired = TlsServer.showing(
                authority.issue("expired", "-ext", "san=ip:127.0.0.1", "-startdate", "-10d", "-validity", "5"))) {
            assertRefused(trusting(authority, expired), expired.uri(), "NotAfter");
        }
    }

    @Test
    void certificateOfAnUnknownAuthorityIsRefused() {
        assertRefused(
                trusting(stranger, server), server.uri(), "valid certification path", "millrace.redis.trust-store");
    }

    @Test
    void platformsTrustIsTheDefault() {
        assertRefused(to(server), server.uri(), "valid certification path", "millrace.redis.trust-store");
    }

    @Test
    void ownCertificateIsShownToAServerThatAsksForOne() {
        try (TlsServer asking = TlsServer.askingForClients(authority.issue("asking", HERE), authority);
                RedisBroker broker = trusting(authority, asking)
                        .keyStore(authority.issue("client").store())
                        .keyStorePassword(Identity.PASSWORD)
                        .connect()) {
            broker.publish("asking", "a");
        }
    }

    @Test
    void missingOwnCertificateIsNamed() {
        try (TlsServer asking = TlsServer.askingForClients(authority.issue("asking-in-vain", HERE), authority)) {
            assertRefused(trusting(authority, asking), asking.uri(), "millrace.redis.key-store");
        }
    }

    @Test
    void certificatesReplacedOnBothSidesCountAtTheNextConnection() throws InterruptedException {
        try (TlsServer renewed = TlsServer.showing(authority.issue("old", HERE));
                RedisBroker broker = trusting(authority, renewed).connect();
                Logs logs = Logs.listen()) {
            broker.publish("renewed", "before");
            assertThat(firstOf(broker, "renewed")).isEqualTo("before");

            renewed.show(stranger.issue("new", HERE));
            stranger.trustedBy(folder.resolve("trusted.p12"));
            try (Jedis jedis = renewed.plain().jedis()) {
                jedis.clientKill(new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
            }

            try (RedisBroker publisher = trusting(stranger, renewed).connect()) {
                publisher.publish("renewed-again", "after");
            }
            assertThat(firstOf(broker, "renewed-again")).isEqualTo("after");
            assertThat(logs.lines()).noneMatch(line -> line.contains(Identity.PASSWORD));
        }
    }

    @Test
    void serverWithoutTlsIsNamed() {
        assertRefused(
                RedisBroker.builder()
                        .url(server.plain().uri().replace("redis://", "rediss://"))
                        .timeout(Duration.ofMillis(500)),
                "takes TLS");
    }

    @Test
    void clientWithoutTlsIsRefusedInTime() {
        assertRefused(RedisBroker.builder().url(server.uriWithoutTls()), server.uriWithoutTls(), "rediss://");
    }

    @Test
    void missingStoreIsRefusedWhenTheBrokerIsMade() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> to(server).trustStore(Path.of("no-such.p12")).connect())
                .withMessageContaining("millrace.redis.trust-store")
                .withMessageContaining("no-such.p12");
    }

    @Test
    void wrongPasswordOfAStoreIsRefusedWithoutRepeatingIt() {
        Path trusted = authority.trustedBy(folder.resolve("trusted.p12"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> to(server)
                        .trustStore(trusted)
                        .trustStorePassword("wr0ng")
                        .connect())
                .withMessageContaining("millrace.redis.trust-store-password")
                .withMessageNotContaining("wr0ng");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> to(server).keyStore(authority.store()).connect())
                .withMessageContaining("millrace.redis.key-store-password");
    }

    @Test
    void forgottenPasswordOfATrustStoreIsRefused() {
        Path trusted = authority.trustedBy(folder.resolve("trusted.p12"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> to(server).trustStore(trusted).connect())
                .withMessageContaining("millrace.redis.trust-store-password");
    }

    @Test
    void storeWithoutTlsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisBroker.builder()
                        .url("redis://localhost")
                        .trustStore(authority.certificate())
                        .connect())
                .withMessageContaining("millrace.redis.trust-store")
                .withMessageContaining("rediss://");
    }
}
