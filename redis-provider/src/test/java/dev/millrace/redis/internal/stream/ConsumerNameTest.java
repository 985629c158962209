package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import org.junit.jupiter.api.Test;

class ConsumerNameTest {

    private static final TopicKeys KEYS = new TopicKeys("", ".dead");

    private static final Endpoint ENDPOINT = Endpoint.of(URI.create("redis://names.test"));

    private final FakeStreams server = new FakeStreams();
    private final String given = "name-" + UUID.randomUUID();

    private ConsumerName configured(String name) {
        return new ConsumerName(server, KEYS, ENDPOINT, Optional.of(name));
    }

    @Test
    void nameThatWasGivenIsTaken() {
        assertThat(configured(given).get()).isEqualTo(given);
    }

    @Test
    void nameStaysTheSame() {
        ConsumerName name = configured(given);

        assertThat(name.get()).isEqualTo(name.get());
    }

    @Test
    void secondOfOneNameGetsANumber() {
        configured(given).get();

        assertThat(configured(given).get()).isEqualTo(given + "-2");
    }

    @Test
    void nameIsFreeAgainAfterACleanEnd() {
        ConsumerName first = configured(given);
        first.get();
        first.letGo();

        assertThat(configured(given).get()).isEqualTo(given);
    }

    @Test
    void nameOfADeadProcessOnThisHostIsFreeThoughItsTokenIsNot() {
        ConsumerName first = configured(given);
        first.get();
        first.forget();

        assertThat(configured(given).get()).isEqualTo(given);
    }

    @Test
    void nameThatAnotherHostHoldsGetsANumber() {
        server.hold(KEYS.consumer(given), "elsewhere/key/token", Duration.ofMinutes(1), Optional.empty());

        assertThat(configured(given).get()).isEqualTo(given + "-2");
    }

    @Test
    void namesByHostAndSlotDifferWithinAProcess() {
        ConsumerName first = new ConsumerName(server, KEYS, ENDPOINT, Optional.empty());
        ConsumerName second = new ConsumerName(server, KEYS, ENDPOINT, Optional.empty());

        assertThat(first.get()).matches(".+-\\d+").isNotEqualTo(second.get());
        first.letGo();
        second.letGo();
    }

    @Test
    void serverWithoutMemoryKeepsNobodyFromItsName() {
        server.script("hold", FakeServer.Fault.OUT_OF_MEMORY);

        assertThat(configured(given).get()).isEqualTo(given);
    }

    @Test
    void endDoesNotWaitForWhoAsksTheServer() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        StreamCommands hung = new FakeStreams() {
            @Override
            public Hold hold(String nameKey, String token, Duration time, Optional<String> over) {
                asked.countDown();
                try {
                    answer.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return new Hold.Ours();
            }
        };
        ConsumerName name = new ConsumerName(hung, KEYS, ENDPOINT, Optional.of(given));
        CompletableFuture<String> asking = CompletableFuture.supplyAsync(name::get);
        asked.await();

        name.forget();

        assertThat(asking).isNotDone();
        answer.countDown();
        assertThat(asking.get()).isEqualTo(given);
        assertThat(configured(given).get()).as("freed by who asked").isEqualTo(given);
    }

    @Test
    void nameThatCouldNotBeKeptIsStillToBeKept() {
        ConsumerName name = configured(given);
        server.script("hold", FakeServer.Fault.OUT_OF_MEMORY, FakeServer.Fault.REQUEST_LOST);
        name.get();
        assertThatExceptionOfType(ReplyLost.class).isThrownBy(name::keep);

        name.keep();

        assertThat(server.calls()).containsExactly("hold", "hold", "hold");
    }

    /** CLM-2: leases are renewed in the same turn, after it. */
    @Test
    void serverWithoutMemoryDoesNotEndTheTurnOfTheLeases() {
        ConsumerName name = configured(given);
        server.script("hold", FakeServer.Fault.OUT_OF_MEMORY, FakeServer.Fault.OUT_OF_MEMORY);
        name.get();

        assertThatCode(name::keep).doesNotThrowAnyException();
        assertThat(server.calls()).containsExactly("hold", "hold");
    }
}
