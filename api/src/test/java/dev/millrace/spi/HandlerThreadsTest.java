package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import dev.millrace.AckMode;
import dev.millrace.CapturedLog;
import dev.millrace.Signal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HandlerThreadsTest extends SlotsFixture {

    @Test
    void threadsAreMadeWhenThereIsWork() throws Exception {
        HandlerSlots slots = slots(2, delivery -> DONE);
        assertThat(made).isEmpty();
        start(slots, "1-0");
        settled(slots);

        assertThat(made).hasSize(1);
    }

    @Test
    void idleThreadsEndAtOnceAfterClose() throws Exception {
        HandlerSlots slots = slots(2, delivery -> DONE);
        start(slots, "1-0");
        start(slots, "2-0");
        settled(slots);
        slots.close();
        for (Thread thread : made) {
            thread.join(LONG.toMillis());
        }

        assertThat(made).hasSize(2).noneMatch(Thread::isAlive);
    }

    @Test
    void busyThreadEndsWithItsHandlerAfterClose() throws Exception {
        Signal inHand = new Signal();
        Signal gate = gate();
        HandlerSlots slots = slots(1, delivery -> {
            inHand.give();
            gate.await();
            return DONE;
        });
        start(slots, "1-0");
        inHand.await();
        slots.close();
        assertThat(made).allMatch(Thread::isAlive);
        gate.give();
        made.element().join(LONG.toMillis());

        assertThat(made).noneMatch(Thread::isAlive);
    }

    static Stream<ThreadFactory> refusals() {
        return Stream.of(
                work -> null,
                work -> {
                    throw new IllegalStateException("the server is stopping");
                },
                work -> {
                    throw new OutOfMemoryError("unable to create native thread");
                });
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void messageThatFindsNoThreadIsNotTaken(ThreadFactory refusing) throws Exception {
        AtomicBoolean refuse = new AtomicBoolean(true);
        try (CapturedLog log = new CapturedLog(HandlerSlots.class)) {
            HandlerSlots slots = slots(
                    1,
                    AckMode.AUTO,
                    delivery -> DONE,
                    work -> (refuse.get() ? refusing : threads).newThread(work),
                    () -> {});

            assertThat(slots.start(message("1-0"), endings)).isEmpty();
            assertThat(slots.free()).isEqualTo(1);
            assertThat(slots.running()).isEmpty();
            assertThat(slots.lacksThreads()).isTrue();
            assertThat(log.lines())
                    .containsExactly("WARNING orders/billing: no thread for message 1-0. It is handed back;"
                            + " check the thread factory.");

            refuse.set(false);
            start(slots, "2-0");
            assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
            endings.noMore();
        }
    }

    @Test
    void ownThreadsAreDaemonsNamedAfterTheSubscription() {
        ThreadFactory factory = HandlerSlots.daemonThreads("orders/billing");

        assertThat(factory.newThread(() -> {}).getName()).isEqualTo("millrace-orders/billing-1");
        assertThat(factory.newThread(() -> {}).getName()).isEqualTo("millrace-orders/billing-2");
        assertThat(factory.newThread(() -> {}).isDaemon()).isTrue();
    }

    @Test
    void ownThreadsHaveTheClassLoaderOfWhoeverSubscribed() {
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        ClassLoader applications = new ClassLoader(before) {};
        caller.setContextClassLoader(applications);
        ThreadFactory factory = HandlerSlots.daemonThreads("orders/billing");
        caller.setContextClassLoader(before);

        assertThat(factory.newThread(() -> {}).getContextClassLoader()).isSameAs(applications);
    }

    @Test
    void classLoaderThatAHandlerSetsReachesNoLaterMessage() throws Exception {
        Queue<ClassLoader> found = new ConcurrentLinkedQueue<>();
        HandlerSlots slots = slots(1, delivery -> {
            Thread thread = Thread.currentThread();
            found.add(thread.getContextClassLoader());
            thread.setContextClassLoader(new ClassLoader() {});
            if (found.size() == 2) {
                throw new IllegalStateException("as the test wants");
            }
            return DONE;
        });
        for (String id : List.of("1-0", "2-0", "3-0")) {
            start(slots, id);
            settled(slots);
        }

        assertThat(made).hasSize(1);
        assertThat(found).hasSize(3).containsOnly(found.element());
    }

    @Test
    void ownThreadsInheritNothingOfThePublisherThatMakesThem() throws Exception {
        InheritableThreadLocal<String> context = new InheritableThreadLocal<>();
        context.set("the publisher's");
        AtomicBoolean inherited = new AtomicBoolean();
        Thread thread =
                HandlerSlots.daemonThreads("orders/billing").newThread(() -> inherited.set(context.get() != null));
        thread.start();
        thread.join();
        context.remove();

        assertThat(inherited).isFalse();
    }
}
