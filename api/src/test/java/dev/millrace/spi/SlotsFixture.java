package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.DeliveryHandler;
import dev.millrace.Signal;
import org.junit.jupiter.api.AfterEach;

/** Slots that are closed after each test, and what the tests have in common about them. */
class SlotsFixture {

    static final Duration LONG = Duration.ofSeconds(30);
    static final CompletionStage<?> DONE = CompletableFuture.completedFuture(null);

    final Endings endings = new Endings();
    final Queue<Thread> made = new ConcurrentLinkedQueue<>();
    final ThreadFactory threads = work -> {
        Thread thread = HandlerSlots.daemonThreads("orders/billing").newThread(work);
        made.add(thread);
        return thread;
    };

    private final List<HandlerSlots> opened = new ArrayList<>();
    private final List<Signal> gates = new ArrayList<>();

    static BrokerMessage message(String id) {
        return BrokerMessage.builder("orders", new byte[0]).id(id).build();
    }

    HandlerSlots slots(int concurrency, DeliveryHandler handler) {
        return slots(concurrency, AckMode.AUTO, handler, threads, () -> {});
    }

    HandlerSlots slots(
            int concurrency, AckMode ack, DeliveryHandler handler, ThreadFactory factory, Runnable slotFreed) {
        HandlerSlots slots = new HandlerSlots("orders/billing", concurrency, ack, handler, factory, slotFreed);
        opened.add(slots);
        return slots;
    }

    /** A signal that is given after the test at the latest, so that nothing it holds up stays behind. */
    Signal gate() {
        Signal gate = new Signal();
        gates.add(gate);
        return gate;
    }

    HandlerRun start(HandlerSlots slots, String id) {
        return slots.start(message(id), endings).orElseThrow();
    }

    void settled(HandlerSlots slots) {
        assertThat(slots.awaitIdle(LONG)).as("idle in time").isTrue();
    }

    @AfterEach
    void closeSlots() {
        gates.forEach(Signal::give);
        opened.forEach(HandlerSlots::close);
    }
}
