package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.millrace.ConsumerOptions;
import dev.millrace.StartAt;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

/** Looking after groups: who is there, what is left, and getting rid of one. */
class GroupsTest {

    private final RedisServer server = RedisServer.shared();
    private final Jedis jedis = server.jedis();
    private final Logs logs = Logs.listen();
    private final String topic = "groups." + UUID.randomUUID();
    private final RedisBroker broker = RedisBroker.builder()
            .url(server.uri())
            .blockFor(Duration.ofMillis(200))
            .maxLength(200)
            .connect();
    private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        broker.close();
        jedis.close();
        logs.close();
    }

    private Subscription consume(ConsumerOptions options) {
        return broker.consume(topic, options, delivery -> {
            handled.add(delivery.message().text());
            return CompletableFuture.completedFuture(null);
        });
    }

    private void awaitHandled(String payload) {
        Eventually.await(payload + " handled", () -> handled.contains(payload), handled::toString);
    }

    @Test
    void groupIsListedWithItsConsumersAndWhatIsLeftToIt() {
        consume(ConsumerOptions.group("billing"));
        jedis.xgroupCreate(topic, "behind", new StreamEntryID(0, 0), true);
        broker.publish(topic, "a");
        awaitHandled("a");
        Eventually.await("its ack", () -> jedis.xpending(topic, "billing").getTotal() == 0);

        GroupInfo billing = broker.groups(topic).find("billing").orElseThrow();
        GroupInfo behind = broker.groups(topic).find("behind").orElseThrow();

        assertThat(billing.isServed()).isTrue();
        assertThat(billing.pending()).isZero();
        assertThat(behind.isServed()).isFalse();
        if (server.counts()) {
            assertThat(billing.isDone()).isTrue();
            assertThat(behind.lag()).hasValue(1);
        } else {
            assertThat(behind.lag()).isEmpty();
        }
        assertThat(broker.groups(topic + ".none").list()).isEmpty();
    }

    @Test
    void consumerThatNeverGotAMessageIsThere() {
        consume(ConsumerOptions.group("billing"));

        Eventually.await(
                "it listed",
                () -> broker.groups(topic)
                        .find("billing")
                        .filter(GroupInfo::isServed)
                        .isPresent());
    }

    @Test
    void groupThatIsServedIsNotDeleted() {
        consume(ConsumerOptions.group("billing"));
        Eventually.await(
                "it listed",
                () -> broker.groups(topic)
                        .find("billing")
                        .filter(GroupInfo::isServed)
                        .isPresent());

        assertThatThrownBy(() -> broker.groups(topic).delete("billing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(topic)
                .hasMessageContaining("Close its consumers before");
        assertThat(broker.groups(topic).find("billing")).isPresent();
    }

    @Test
    void groupThatWasDeletedIsNotBroughtBack() {
        broker.publish(topic, "a");
        Subscription subscription = consume(ConsumerOptions.group("billing"));
        awaitHandled("a");
        subscription.close();

        assertThat(broker.groups(topic).delete("billing")).isTrue();

        assertThat(broker.groups(topic).list()).isEmpty();
        assertThat(broker.groups(topic).delete("billing")).isFalse();
        assertThat(jedis.hget("{" + topic + "}:millrace", "watermark:billing")).isNull();
        handled.clear();
        consume(ConsumerOptions.group("billing").startAt(StartAt.LATEST));
        broker.publish(topic, "b");
        awaitHandled("b");
        assertThat(handled).containsExactly("b");
    }

    @Test
    void groupThatNobodyServesAndThatKeepsATopicFromShrinkingIsToldOnce() {
        jedis.xgroupCreate(topic, "forgotten", new StreamEntryID(0, 0), true);
        consume(ConsumerOptions.group("billing"));
        for (int i = 0; i < 1_000; i++) {
            broker.publish(topic, "m" + i);
        }

        String line = logs.await("WARNING", "its group forgotten");

        assertThat(line).contains(topic, "lag", "delete(\"forgotten\")");
        for (int i = 0; i < 300; i++) {
            broker.publish(topic, "n" + i);
        }
        assertThat(logs.warnings(topic))
                .filteredOn(each -> each.contains("forgotten"))
                .hasSize(1);
    }

    @Test
    void groupThatCannotBeWrittenAsUtf8IsRefusedBeforeItIsAnother() {
        jedis.xgroupCreate(topic, "billing?", new StreamEntryID(0, 0), true);
        Groups groups = broker.groups(topic);

        assertThatThrownBy(() -> groups.delete("billing\ud83d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("half a surrogate pair");
        assertThatThrownBy(() -> groups.delete(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> broker.groups(topic + "\ud83d")).isInstanceOf(IllegalArgumentException.class);

        assertThat(groups.list()).extracting(GroupInfo::name).containsExactly("billing?");
    }
}
