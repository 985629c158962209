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
    private DeliveryHandler slowOrFailing() {
        return delivery -> {
            if (delivery.message().text().equals("bad") && delivery.message().deliveries() == 1) {
                throw new IllegalStateException("not yet");
            }
            long looked = looksThroughPending();
            Eventually.await("a look while busy", () -> looksThroughPending() > looked);
            return CompletableFuture.completedFuture(null);
        };
    }

    private long looksThroughPending() {
        return streams.calls().stream().filter("pending"::equals).count();
    }

    @Test
    void dueRetryIsNotHeldUpByNewMessagesOfASlowHandler() throws Exception {
        publish("payload", "bad");
        for (int i = 1; i <= 8; i++) {
            publish("payload", "good" + i);
        }
        consume(recordingThen(slowOrFailing()));

        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            texts.add(next().text());
        }
        assertThat(texts.subList(0, 4))
                .containsOnlyOnce("good1")
                .filteredOn("bad"::equals)
                .hasSize(2);
    }
}
