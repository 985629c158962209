package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import dev.millrace.ConsumerOptions;
import dev.millrace.MessageHandler;
import dev.millrace.StartAt;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.redis.internal.stream.Access;
import dev.millrace.redis.internal.stream.Endpoint;
import dev.millrace.redis.internal.stream.RedisStreamCommands;
import dev.millrace.redis.internal.stream.StreamCommands;
import dev.millrace.redis.internal.stream.StreamGroup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.params.XAddParams;
import redis.clients.jedis.params.XReadGroupParams;
import redis.clients.jedis.resps.AccessControlLogEntry;

/** RDS-4: a group that is lost while it is served: nothing that was published is missed, and little comes twice. */
class LostGroupTest {

    private static final String GROUP = "billing";

    private final RedisServer server = RedisServer.shared();
    private final Jedis jedis = server.jedis();
    private final Logs logs = Logs.listen();
    private final String topic = "lost." + UUID.randomUUID();
    private final RedisBroker broker = RedisBroker.builder()
            .url(server.uri())
            .retryAfter(Duration.ofMillis(200))
            .blockFor(Duration.ofMillis(300))
            .connect();
    private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

    /** What a group is lost by. */
    enum Loss {
        DELETED,
        RENAMED,
        EXPIRED,
        GROUP_DESTROYED
    }

    @AfterEach
    void close() {
        broker.close();
        jedis.close();
        logs.close();
    }

    private void consume() {
        consume(message -> handled.add(message.text()));
    }

    private void consume(MessageHandler handler) {
        consume(broker, ConsumerOptions.group(GROUP), handler);
    }

    private void consume(RedisBroker with, ConsumerOptions options, MessageHandler handler) {
        with.consume(topic, options, delivery -> {
            handler.handle(delivery.message());
            return CompletableFuture.completedFuture(null);
        });
    }

    private void add(String payload) {
        jedis.xadd(topic, XAddParams.xAddParams(), Map.of("payload", payload));
    }

    private void awaitHandled(String payload) {
        Eventually.await(payload + " handled", () -> handled.contains(payload), handled::toString);
    }

    /** Until the group's watermark says that all is done, which is what the next loss is measured by. */
    private void awaitWatermark() {
        Eventually.await("a watermark at the end of the topic", () -> {
            String noted = jedis.hget("{" + topic + "}:millrace", "watermark:" + GROUP);
            String last = jedis.xinfoStream(topic).getLastGeneratedId().toString();
            return noted != null && noted.startsWith("- " + last + " " + last + " ");
        });
    }

    private void lose(Loss how) {
        switch (how) {
            case DELETED -> jedis.del(topic);
            case RENAMED -> jedis.rename(topic, topic + ".old");
            case EXPIRED -> jedis.pexpire(topic, 1);
            case GROUP_DESTROYED -> jedis.xgroupDestroy(topic, GROUP);
        }
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void nothingPublishedAfterALossWhileTheReaderWaitsIsMissed(Loss how) {
        consume();
        add("before");
        awaitHandled("before");
        awaitWatermark();

        lose(how);
        logs.await("WARNING", topic + ", group billing: the group was gone");
        add("after");

        awaitHandled("after");
        assertThat(handled).containsExactly("before", "after");
        assertThat(logs.warnings(topic)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void nothingPublishedAroundALossBetweenTwoCommandsIsMissed(Loss how) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        consume(message -> {
            if (message.text().equals("slow")) {
                go.await();
            }
            handled.add(message.text());
        });
        add("before");
        awaitHandled("before");
        awaitWatermark();
        add("slow");
        Eventually.await("it in hand", () -> jedis.xpending(topic, GROUP).getTotal() == 1);

        // Its only slot is taken, so the consumer does not read.
        lose(how);
        if (how == Loss.EXPIRED) {
            Eventually.await("expiry", () -> !jedis.exists(topic));
        }
        add("after");
        add("after all");
        go.countDown();

        awaitHandled("after");
        awaitHandled("after all");
        assertThat(handled).containsOnlyOnce("before", "after", "after all");
    }

    @Test
    void bothMessagesOfATransactionThatAlsoDeletesTheTopicAreHandled() {
        consume();
        add("before");
        awaitHandled("before");

        try (Transaction transaction = jedis.multi()) {
            transaction.xadd(topic, XAddParams.xAddParams(), Map.of("payload", "deleted with the topic"));
            transaction.del(topic);
            transaction.xadd(topic, XAddParams.xAddParams(), Map.of("payload", "first"));
            transaction.xadd(topic, XAddParams.xAddParams(), Map.of("payload", "second"));
            transaction.exec();
        }

        awaitHandled("first");
        awaitHandled("second");
        assertThat(handled).containsOnlyOnce("first", "second");
    }

    @Test
    void topicThatForeignDataTookThePlaceOfGoesOnWhenItIsFreeAgain() {
        consume();
        add("before");
        awaitHandled("before");
        awaitWatermark();

        jedis.set(topic, "mine");
        logs.await("SEVERE", topic);
        jedis.del(topic);
        add("after");

        awaitHandled("after");
        assertThat(handled).containsExactly("before", "after");
    }

    @Test
    void lossThatTheLookAtPendingEntriesFindsIsMended() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        consume(message -> {
            handled.add(message.text());
            begun.countDown();
            if (message.text().equals("slow")) {
                go.await();
            }
        });
        add("slow");
        begun.await();

        // With its slot taken only the look at pending entries goes on.
        jedis.xgroupDestroy(topic, GROUP);

        logs.await("WARNING", topic + ", group billing: the group was gone");
        go.countDown();
        add("after");
        awaitHandled("after");
    }

    @Test
    void lossInTheMiddleOfTheWorkMissesNothing() {
        Set<String> expected = Set.copyOf(
                IntStream.rangeClosed(1, 1_000).mapToObj(i -> "m" + i).toList());
        jedis.xgroupCreate(topic, GROUP, new StreamEntryID(0, 0), true);
        IntStream.rangeClosed(1, 1_000).forEach(i -> add("m" + i));
        List<StreamEntryID> read = readByAnother(600);
        List<StreamEntryID> done = List.copyOf(read.subList(0, 597));
        jedis.xack(topic, GROUP, done.toArray(StreamEntryID[]::new));
        IntStream.rangeClosed(1, 597).forEach(i -> handled.add("m" + i));
        try (StreamCommands commands =
                RedisStreamCommands.to(Access.of(Endpoint.of(URI.create(server.uri()))), Duration.ofSeconds(5))) {
            commands.noteWatermark(new StreamGroup(topic, GROUP), "{" + topic + "}:millrace");
        }
        readByAnother(50);

        jedis.xgroupDestroy(topic, GROUP);
        consume();

        Eventually.await("all of them", () -> handled.containsAll(expected), () -> handled.size() + " handled");
        assertThat(handled)
                .as("nothing that was done before the note comes again")
                .hasSize(1_000);
        assertThat(logs.warnings(topic))
                .filteredOn(line -> line.contains("watermark ("))
                .hasSize(1);
    }

    private List<StreamEntryID> readByAnother(int count) {
        return jedis
                .xreadGroup(
                        GROUP,
                        "another",
                        XReadGroupParams.xReadGroupParams().count(count),
                        Map.of(topic, StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY))
                .get(0)
                .getValue()
                .stream()
                .map(entry -> entry.getID())
                .toList();
    }

    @Test
    void groupThatMayNotBeCreatedIsTriedAtAPaceAndCreatedOnceItMay() {
        String user = "user-" + UUID.randomUUID();
        jedis.aclSetUser(user, "on", ">secret", "~*", "&*", "+@all");
        try (RedisBroker limited = RedisBroker.builder()
                .url("redis://" + user + ":secret@127.0.0.1:" + server.port())
                .blockFor(Duration.ofMillis(300))
                .connect()) {
            consume(limited, ConsumerOptions.group(GROUP), message -> handled.add(message.text()));
            add("before");
            awaitHandled("before");
            awaitWatermark();

            jedis.aclSetUser(user, "-xgroup|create");
            jedis.xgroupDestroy(topic, GROUP);
            logs.await("SEVERE", topic);
            add("meanwhile");
            long refused = refusals(user);
            Eventually.await("a third attempt", () -> refusals(user) >= refused + 2);
            assertThat(logs.lines())
                    .filteredOn(line -> line.contains(topic) && !line.startsWith("INFO"))
                    .hasSize(1);
            jedis.aclSetUser(user, "+xgroup|create");

            awaitHandled("meanwhile");
            assertThat(handled).containsExactly("before", "meanwhile");
        } finally {
            jedis.aclDelUser(user);
        }
    }

    private long refusals(String user) {
        return jedis.aclLog().stream()
                .filter(entry -> entry.getUsername().equals(user))
                .mapToLong(AccessControlLogEntry::getCount)
                .sum();
    }

    @Test
    void freshConsumerDoesNotPassOverWhatALostGroupMissed() {
        consume();
        add("before");
        awaitHandled("before");
        awaitWatermark();
        broker.close();
        jedis.xgroupDestroy(topic, GROUP);
        add("meanwhile");

        try (RedisBroker fresh = RedisBroker.connect(server.uri())) {
            consume(
                    fresh,
                    ConsumerOptions.group(GROUP).startAt(StartAt.LATEST),
                    message -> handled.add(message.text()));
            awaitHandled("meanwhile");
        }
        assertThat(handled).containsExactly("before", "meanwhile");
    }
}
