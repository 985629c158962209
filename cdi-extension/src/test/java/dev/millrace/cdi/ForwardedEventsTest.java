package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.millrace.BrokerUnavailableException;
import dev.millrace.OutgoingMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** EVT-2 while the broker takes its time. */
class ForwardedEventsTest {

    /** One that answers when it is told to. */
    private static final class SlowBroker extends CountingBroker {

        final BlockingQueue<OutgoingMessage> asked = new LinkedBlockingQueue<>();
        final CompletableFuture<String> answer = new CompletableFuture<>();

        @Override
        public CompletionStage<String> publishAsync(OutgoingMessage message) {
            asked.add(message);
            return answer;
        }

        String nextNumber() throws InterruptedException {
            OutgoingMessage next = asked.poll(30, TimeUnit.SECONDS);
            return next == null ? "none" : next.headers().get(EventBridge.SEQUENCE);
        }
    }

    private final SlowBroker broker = new SlowBroker();
    private final ForwardedEvents events = new ForwardedEvents(broker);
    private final List<Thread> firing = new ArrayList<>();

    @AfterEach
    void close() {
        broker.close();
    }

    private void fire(String event) {
        Thread thread = new Thread(() -> events.observed(event, Set.of()));
        firing.add(thread);
        thread.start();
    }

    private void awaitFired() throws InterruptedException {
        for (Thread each : firing) {
            each.join();
        }
    }

    @Test
    void eventIsNotHeldUpByTheOneBefore() throws InterruptedException {
        EventBridge.Link link = events.forward(String.class).to("slow");
        fire("first");
        assertThat(broker.nextNumber()).isEqualTo("1");
        fire("second");

        assertThat(broker.nextNumber()).isEqualTo("2");

        broker.answer.complete("1-1");
        awaitFired();
        assertThat(link.forwarded()).isEqualTo(2);
    }

    @Test
    void whatTheBrokerRefusesLaterIsToldToTheOneWhoFired() throws InterruptedException {
        List<Object> told = new ArrayList<>();
        events.forward(String.class)
                .onError((event, failure) -> told.addAll(List.of(event, failure, Thread.currentThread())))
                .to("slow");
        BrokerUnavailableException refusal = new BrokerUnavailableException("gone", null);
        broker.answer.completeExceptionally(refusal);

        fire("lost");
        awaitFired();

        assertThat(told).containsExactly("lost", refusal, firing.get(0));
    }
}
