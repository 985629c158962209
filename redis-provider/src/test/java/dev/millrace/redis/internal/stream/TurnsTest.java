package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.millrace.DeliveryHandler;
import dev.millrace.redis.fixture.Eventually;
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
}
