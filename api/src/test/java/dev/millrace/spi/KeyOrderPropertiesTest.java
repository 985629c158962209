package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** GRP-6 for every course of things: messages come, start, fail, come again, and are lost, in any mixture. */
class KeyOrderPropertiesTest {

    private static final int KEYS = 4;

    /** What may happen, and a number that says to which message. */
    record Step(int kind, int which) {}

    /** A consumer that does what the order says, and knows what must hold. */
    private static final class Consumer {
        private final KeyOrder<Integer, Integer> order = new KeyOrder<>();
        private final Map<Integer, Integer> running = new HashMap<>();
        private final TreeSet<Integer> failed = new TreeSet<>();
        private final TreeMap<Integer, Integer> held = new TreeMap<>();
        private int lastId;

        private static String key(int id) {
            return "key " + id * 7 % KEYS;
        }

        void come() {
            give(++lastId);
        }

        private void give(int id) {
            if (order.admit(key(id), id, id)) {
                start(id);
            } else {
                held.put(id, id);
            }
        }

        private void start(int id) {
            List<Integer> sameKey = running.keySet().stream()
                    .filter(other -> key(other).equals(key(id)))
                    .toList();
            assertThat(sameKey).as("running beside %s of the same key", id).isEmpty();
            assertThat(older(id)).as("unfinished before %s", id).isEmpty();
            running.put(id, id);
        }

        private List<Integer> older(int id) {
            TreeSet<Integer> unfinished = new TreeSet<>(failed);
            unfinished.addAll(held.keySet());
            return unfinished.headSet(id).stream()
                    .filter(other -> key(other).equals(key(id)))
                    .toList();
        }

        void end(int which, boolean well) {
            if (!running.isEmpty()) {
                int id = running.keySet().stream().sorted().toList().get(which % running.size());
                running.remove(id);
                if (well) {
                    order.finished(id);
                } else {
                    failed.add(id);
                    order.failed(id);
                }
            }
        }

        void retry(int which) {
            if (!failed.isEmpty()) {
                int id = List.copyOf(failed).get(which % failed.size());
                failed.remove(id);
                give(id);
            }
        }

        void lose(int which) {
            if (!failed.isEmpty()) {
                int id = List.copyOf(failed).get(which % failed.size());
                failed.remove(id);
                order.finished(id);
            }
        }

        void startWhatMay() {
            for (var next = order.next(); next.isPresent(); next = order.next()) {
                held.remove(next.get());
                start(next.get());
            }
            assertThat(order.waiting()).isEqualTo(held.size());
            assertThat(order.hasNext()).isFalse();
            // Nobody waits but for one of the same key that runs or is to be retried.
            held.keySet()
                    .forEach(id -> assertThat(blocked(id))
                            .as("a reason for %s to wait", id)
                            .isTrue());
        }

        private boolean blocked(int id) {
            return running.keySet().stream().anyMatch(other -> key(other).equals(key(id)))
                    || !older(id).isEmpty();
        }

        void endAll() {
            while (!running.isEmpty() || !failed.isEmpty()) {
                retry(0);
                startWhatMay();
                end(0, true);
                startWhatMay();
            }
            assertThat(held).isEmpty();
            assertThat(order.waiting()).isZero();
        }
    }

    @Property
    void keysAreKeptInOrderAndNobodyElseWaits(@ForAll("courses") List<Step> course) {
        Consumer consumer = new Consumer();
        for (Step step : course) {
            switch (step.kind()) {
                case 0, 1, 2 -> consumer.come();
                case 3, 4 -> consumer.end(step.which(), true);
                case 5 -> consumer.end(step.which(), false);
                case 6 -> consumer.retry(step.which());
                default -> consumer.lose(step.which());
            }
            consumer.startWhatMay();
        }
        consumer.endAll();
    }

    @Provide
    Arbitrary<List<Step>> courses() {
        Arbitrary<Step> step = Arbitraries.integers()
                .between(0, 7)
                .flatMap(kind -> Arbitraries.integers().between(0, 50).map(which -> new Step(kind, which)));
        return step.list().ofMaxSize(120);
    }
}
