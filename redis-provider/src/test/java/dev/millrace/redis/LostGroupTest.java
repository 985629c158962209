package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;

import dev.millrace.ConsumerOptions;
import dev.millrace.MessageHandler;
import dev.millrace.redis.fixture.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.params.XAddParams;

/** RDS-4: a group that is lost while it is served: nothing that was published is missed, and little comes twice. */
class LostGroupTest extends OnLostGroup {

    /** What a group is lost by. */
    enum Loss {
        DELETED,
        RENAMED,
        EXPIRED,
        GROUP_DESTROYED
    }

    private void lose(Loss how) {
        switch (how) {
            case DELETED -> jedis.del(topic);
            case RENAMED -> jedis.rename(topic, topic + ".old");
            case EXPIRED -> jedis.pexpire(topic, 1);
            case GROUP_DESTROYED -> jedis.xgroupDestroy(topic, GROUP);
        }
    }

    /** Notes what it has handled, and has a message "slow" in hand until it may go on. */
    private MessageHandler holdingSlow(CountDownLatch go) {
        return message -> {
            if (message.text().equals("slow")) {
                go.await();
            }
            handled.add(message.text());
        };
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
        consume(holdingSlow(go));
        add("before");
        awaitHandled("before");
        awaitWatermark();
        add("slow");
        Eventually.await("it in hand", () -> jedis.xpending(topic, GROUP).getTotal() == 1);

        // Its only slot is taken, so the consumer does not read.
        lose(how);
        if (how == Loss.EXPIRED) {
            // Created again, maybe, with its group.
            Eventually.await("expiry", () -> jedis.xlen(topic) == 0);
        }
        add("after");
        add("after all");
        go.countDown();

        awaitHandled("after");
        awaitHandled("after all");
        assertThat(handled).containsOnlyOnce("before", "after", "after all");
    }

    /** As ids are made of milliseconds, a topic that is deleted and published to within one gives an id again. */
    @ParameterizedTest
    @EnumSource(names = {"DELETED", "RENAMED"})
    void messageThatHasTheIdOfOneInHandFromBeforeALossIsHandledToo(Loss how) {
        CountDownLatch go = new CountDownLatch(1);
        consume(broker, ConsumerOptions.group(GROUP).concurrency(2), holdingSlow(go));
        StreamEntryID id = jedis.xadd(topic, XAddParams.xAddParams(), Map.of("payload", "slow"));
        Eventually.await("it in hand", () -> jedis.xpending(topic, GROUP).getTotal() == 1);

        lose(how);
        jedis.xadd(topic, XAddParams.xAddParams().id(id), Map.of("payload", "after"));

        awaitHandled("after");
        go.countDown();
        awaitHandled("slow");
        Eventually.await("its ack", () -> jedis.xpending(topic, GROUP).getTotal() == 0);
        assertThat(handled).containsExactly("after", "slow");
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
    void topicThatForeignDataTookThePlaceOfBetweenTwoCommandsGoesOnWhenItIsFreeAgain() {
        CountDownLatch go = new CountDownLatch(1);
        consume(holdingSlow(go));
        add("before");
        awaitHandled("before");
        awaitWatermark();
        add("slow");
        Eventually.await("it in hand", () -> jedis.xpending(topic, GROUP).getTotal() == 1);

        jedis.set(topic, "mine");
        go.countDown();
        logs.await("SEVERE", topic);
        jedis.del(topic);
        add("after");

        awaitHandled("after");
        assertThat(handled).containsOnlyOnce("before", "slow", "after");
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
}
