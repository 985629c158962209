package dev.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.millrace.BrokerMessage;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageHandler;

/** A handler that tells what it was given, and does what the test says. */
final class Probe implements DeliveryHandler {

    static final Duration LONG = Duration.ofSeconds(20);

    private final BlockingQueue<BrokerMessage> begun = new LinkedBlockingQueue<>();
    private final List<BrokerMessage> all = new ArrayList<>();
    private final MessageHandler then;

    private Probe(MessageHandler then) {
        this.then = then;
    }

    static Probe thatSucceeds() {
        return new Probe(message -> {});
    }

    static Probe thatFails() {
        return thatDoes(message -> {
            throw new IllegalStateException("no luck with " + message.text());
        });
    }

    static Probe thatDoes(MessageHandler then) {
        return new Probe(then);
    }

    /** A handler that stays in hand until the latch is open. */
    static Probe thatWaitsFor(CountDownLatch latch) {
        return thatDoes(message -> assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS))
                .as("the test lets the handler go on")
                .isTrue());
    }

    @Override
    public CompletionStage<?> handle(Delivery delivery) throws Exception {
        synchronized (all) {
            all.add(delivery.message());
        }
        begun.add(delivery.message());
        then.handle(delivery.message());
        return CompletableFuture.completedFuture(null);
    }

    /** The next message that the handler was called with. */
    BrokerMessage next() {
        try {
            BrokerMessage message = begun.poll(LONG.toSeconds(), TimeUnit.SECONDS);
            assertThat(message).as("a message for the handler, after %s", this).isNotNull();
            return message;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    List<String> texts() {
        synchronized (all) {
            return all.stream().map(BrokerMessage::text).toList();
        }
    }

    List<Integer> deliveries() {
        synchronized (all) {
            return all.stream().map(BrokerMessage::deliveries).toList();
        }
    }

    @Override
    public String toString() {
        return "handler called with " + texts();
    }
}
