package dev.millrace.memory;

import static dev.millrace.memory.Probe.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.millrace.ConsumerOptions;
import dev.millrace.MessageHandler;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas that fail, crash, close and come again: what is published adds up all the same. */
class TotalsTest {

    private static final int MESSAGES = 600;
    private static final int MAX_DELIVERIES = 3;

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final Set<String> inHand = ConcurrentHashMap.newKeySet();
    private final Queue<String> overlaps = new ConcurrentLinkedQueue<>();
    private final Set<String> handled = ConcurrentHashMap.newKeySet();

    private MessageHandler handler(String group) {
        return message -> {
            String key = group + " " + message.text();
            runs.computeIfAbsent(key, ignored -> new AtomicInteger()).incrementAndGet();
            if (!inHand.add(key)) {
                overlaps.add(key);
            }
            try {
                int number = Integer.parseInt(message.text());
                if (number % 7 == 0 || (number % 3 == 0 && message.deliveries() == 1)) {
                    throw new IllegalStateException("as planned");
                }
                handled.add(key);
            } finally {
                inHand.remove(key);
            }
        };
    }

    private List<Subscription> join(MemoryBroker replica) {
        return Stream.of("a", "b")
                .map(group -> replica.consume(
                        "totals", ConsumerOptions.group(group).concurrency(3), Probe.thatDoes(handler(group))))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void everyMessageIsHandledOrADeadLetterInEachGroupAndNoneRunsTwiceAtOnce(int round) {
        MemoryBroker first = MemoryBroker.builder()
                .clock(clock)
                .retryPolicy(new RetryPolicy(MAX_DELIVERIES, Duration.ofSeconds(1)))
                .build();
        MemoryBroker dying = first.replica("two");
        MemoryBroker closing = first.replica("three");
        join(first);
        join(closing);
        List<Subscription> dead = join(dying);
        MemoryBroker heir = first;
        for (int i = 0; i < MESSAGES; i++) {
            first.publish("totals", Integer.toString(i));
            if (i == 100 * round) {
                dying.crash();
                dead.forEach(subscription -> subscription.awaitIdle(LONG));
                heir = first.replica("two");
                join(heir);
                closing.close();
            }
        }
        for (int i = 0; i < 20; i++) {
            clock.advance(Duration.ofSeconds(60));
            assertThat(first.awaitIdle(LONG)).isTrue();
        }
        Set<String> ended = new HashSet<>(handled);
        first.deadLetters("totals")
                .list(MESSAGES * 2)
                .forEach(letter ->
                        ended.add(letter.group() + " " + letter.message().text()));
        assertThat(ended).hasSize(2 * MESSAGES);
        assertThat(overlaps).isEmpty();
        assertThat(runs.values()).allMatch(count -> count.get() <= MAX_DELIVERIES);
        heir.close();
        first.close();
    }
}
