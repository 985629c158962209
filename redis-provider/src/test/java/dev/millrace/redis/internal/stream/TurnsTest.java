package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.millrace.DeliveryHandler;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.policy.RepairCadence;
import org.junit.jupiter.api.Test;

/** RTY-3: due retries and new messages take turns, however busy the slots are. */
class TurnsTest extends ConsumersOnFake {

    /** Longer than the time after which a busy consumer looks through what is pending. */
    private DeliveryHandler slowAndFailingOnce() {
        return delivery -> {
            long looked = looksThroughPending();
            Eventually.await("a look while busy", () -> looksThroughPending() > looked);
            if (delivery.message().deliveries() == 1) {
                throw new IllegalStateException("not yet");
            }
            return CompletableFuture.completedFuture(null);
        };
    }

    private long looksThroughPending() {
        return streams.calls().stream().filter("pending"::equals).count();
    }

    @Test
    void dueRetryIsNotHeldUpByNewMessagesOfASlowHandler() throws Exception {
        for (int i = 1; i <= 4; i++) {
            publish("payload", "m" + i);
        }
        consume(recordingThen(slowAndFailingOnce()));

        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            texts.add(next().text());
        }
        assertThat(texts).containsExactly("m1", "m1", "m2", "m2", "m3", "m3", "m4", "m4");
    }

    private final Turns turns = new Turns(new RepairCadence(Duration.ofMinutes(1), Duration.ofMinutes(2)), new Due());

    private void look(boolean cutShort, Optional<Duration> nextDueIn) {
        turns.beginPass(1);
        turns.passed(new Repair.Pass(cutShort, false, nextDueIn, Optional.of(false)));
        turns.endPass();
    }

    @Test
    void whatTheFirstPartOfALookFoundDueIsRememberedToItsEnd() {
        look(true, Optional.of(Duration.ofSeconds(30)));
        look(true, Optional.empty());
        look(false, Optional.empty());

        assertThat(turns.mayWait(() -> 1)).isLessThanOrEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void whatAnEarlierLookFoundDueIsForgottenByTheNext() {
        look(false, Optional.of(Duration.ofSeconds(30)));
        look(false, Optional.empty());

        assertThat(turns.mayWait(() -> 1)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void slotThatIsFreedEndsAWaitThatWouldBeTooLong() {
        look(true, Optional.empty());
        turns.mayWait(() -> 0);
        assertThat(turns.waitsForSlot()).as("with more to look at").isTrue();

        look(false, Optional.of(Duration.ofSeconds(30)));
        assertThat(turns.waitsForSlot()).as("with something due").isTrue();

        turns.mayWait(() -> 1);
        assertThat(turns.waitsForSlot()).as("with a slot free").isFalse();
    }

    @Test
    void slotThatIsFreedWakesNobodyForNothing() {
        look(false, Optional.empty());

        turns.mayWait(() -> 0);

        assertThat(turns.waitsForSlot()).isFalse();
    }
}
