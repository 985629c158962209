package dev.millrace.memory;

import static dev.millrace.memory.Probe.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.ConsumerOptions;
import dev.millrace.Subscription;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    private final List<Thread> made = new CopyOnWriteArrayList<>();
    private final ThreadFactory factory = work -> {
        Thread thread = new Thread(work, "threads-test");
        made.add(thread);
        return thread;
    };

    private static List<Thread> dispatchers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("millrace-memory"))
                .toList();
    }

    private void assertHandlerThreadsEnd() throws InterruptedException {
        for (Thread thread : made) {
            thread.join(LONG.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void brokerThatOnlyPublishesHasNoThread() {
        List<Thread> before = dispatchers();
        try (MemoryBroker broker = MemoryBroker.create()) {
            broker.publish("no-thread", "m");
            assertThat(before).containsAll(dispatchers());
        }
    }

    @Test
    void noThreadRemainsAfterClose() throws InterruptedException {
        List<Thread> before = dispatchers();
        MemoryBroker broker = MemoryBroker.create();
        Probe probe = Probe.thatSucceeds();
        broker.consume("no-thread-left", ConsumerOptions.group("g").threads(factory), probe);
        broker.publish("no-thread-left", "m");
        probe.next();
        broker.close();
        assertThat(before).containsAll(dispatchers());
        assertHandlerThreadsEnd();
    }

    @Test
    void noThreadRemainsAfterACrashOnceItsHandlersReturn() throws InterruptedException {
        List<Thread> before = dispatchers();
        CountDownLatch go = new CountDownLatch(1);
        MemoryBroker broker = MemoryBroker.create();
        Probe probe = Probe.thatWaitsFor(go);
        broker.consume("crash-threads", ConsumerOptions.group("g").threads(factory), probe);
        broker.publish("crash-threads", "m");
        probe.next();
        broker.crash();
        go.countDown();
        assertHandlerThreadsEnd();
        for (Thread dispatcher : dispatchers()) {
            if (!before.contains(dispatcher)) {
                dispatcher.join(LONG.toMillis());
            }
        }
        assertThat(before).containsAll(dispatchers());
    }

    @Test
    void subscriptionAfterTheLastOneClosedIsServed() {
        try (MemoryBroker broker = MemoryBroker.create()) {
            for (int i = 0; i < 200; i++) {
                Probe probe = Probe.thatSucceeds();
                Subscription subscription = broker.consume("again", ConsumerOptions.group("g"), probe);
                broker.publish("again", "m" + i);
                assertThat(probe.next().text()).isEqualTo("m" + i);
                // Drained, or its ack could come after the close and the next one would get it too.
                Subscription.drain(List.of(subscription), LONG);
            }
        }
    }

    @Test
    void factoryThatGivesNoThreadIsAskedAgainAndNothingIsLost() {
        AtomicInteger asked = new AtomicInteger();
        ThreadFactory failingOnce = work -> {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("no thread yet");
            }
            return factory.newThread(work);
        };
        try (MemoryBroker broker = MemoryBroker.create()) {
            Probe probe = Probe.thatSucceeds();
            broker.consume("no-thread-yet", ConsumerOptions.group("g").threads(failingOnce), probe);
            broker.publish("no-thread-yet", "m");
            assertThat(probe.next().deliveries()).isEqualTo(1);
        }
    }

    @Test
    void closeFromAHandlerEndsWithinTheShutdownTimeout() throws InterruptedException {
        MemoryBroker broker =
                MemoryBroker.builder().shutdownTimeout(Duration.ofMillis(50)).build();
        Probe closing = Probe.thatDoes(message -> broker.close());
        broker.consume("self-close", ConsumerOptions.group("g").threads(factory), closing);
        broker.publish("self-close", "m");
        closing.next();
        assertHandlerThreadsEnd();
    }
}
