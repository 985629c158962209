package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.redis.internal.policy.GroupStart;
import org.junit.jupiter.api.Test;

/** DRN-4, GRP-6, RTY-3: what another process handed back unstarted, among what is new and what is due again. */
class HandedBackTest extends ConsumersOnFake {

    /** Publishes messages, which another consumer has read and holds. */
    private List<String> heldElsewhere(String... texts) {
        streams.createGroup(GROUP, "side", GroupStart.BEGINNING, Optional.empty());
        for (String text : texts) {
            publish("payload", text);
        }
        return read(texts.length);
    }

    private List<String> read(int messages) {
        return streams
                .reads()
                .read(GROUP.name(), "drained", List.of(TOPIC), messages, Duration.ZERO)
                .orElseThrow()
                .get(TOPIC)
                .stream()
                .map(StreamEntry::id)
                .toList();
    }

    private void handBack(List<String> ids) {
        streams.handBack(GROUP, "drained", TopicKeys.PARKED, ids);
    }

    private void publishOf(String key, String text) {
        publish("payload", text, "headers", "{\"key\":\"" + key + "\"}");
    }

    private static String[] texts(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> "m" + i).toArray(String[]::new);
    }

    @Test
    void messagesHandedBackByAProcessThatDrainedComeBeforeNewerOnes() throws Exception {
        handBack(heldElsewhere(texts(1, 10)));
        for (String text : texts(11, 30)) {
            publish("payload", text);
        }
        consume(recordingThen(DONE));

        List<String> seen = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            seen.add(next().text());
        }
        assertThat(seen).containsExactly(texts(1, 30));
    }

    @Test
    void newMessageOfAKeyWaitsForTheOneOfItThatIsLastOfManyHandedBack() throws Exception {
        streams.createGroup(GROUP, "side", GroupStart.BEGINNING, Optional.empty());
        for (String text : texts(1, 899)) {
            publishOf("many", text);
        }
        publishOf("few", "m900");
        handBack(read(900));
        publishOf("few", "new");
        CompletableFuture<Void> first = new CompletableFuture<>();

        consume(
                ConsumerOptions.group(GROUP.name()).orderedBy("key").concurrency(2),
                recordingThen(delivery -> delivery.message().text().equals("m1") ? first : DONE.handle(delivery)));

        assertThat(List.of(next().text(), next().text(), next().text())).containsExactly("m1", "m900", "new");
        first.complete(null);
    }

    @Test
    void messagesHandedBackAndNewOnesGetTheirTurnBesideARetryThatIsAlwaysDue() throws Exception {
        List<String> held = heldElsewhere(texts(1, 3));
        publish("payload", "bad");
        DeliveryHandler failing = delivery -> {
            if (delivery.message().text().equals("bad")) {
                throw new IllegalStateException("always");
            }
            return DONE.handle(delivery);
        };
        consume(ConsumerOptions.group(GROUP.name()).maxDeliveries(100_000), recordingThen(failing));
        next();
        handBack(held);
        publish("payload", "new");

        List<String> good = new ArrayList<>();
        for (int i = 0; i < 200 && good.size() < 4; i++) {
            String text = next().text();
            if (!text.equals("bad")) {
                good.add(text);
            }
        }
        assertThat(good).containsExactly("m1", "m2", "m3", "new");
    }
}
