package dev.millrace.spi;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import dev.millrace.BrokerMessage;
import dev.millrace.Delivery;

/** A delivery that its caller settles: the handler's stage is complete when it is. */
final class GivenDelivery implements Delivery {

    private final Delivery delivery;
    private final Consumer<GivenDelivery> whenSettled;
    private final CompletableFuture<Void> stage = new CompletableFuture<>();

    GivenDelivery(Delivery delivery, Consumer<GivenDelivery> whenSettled) {
        this.delivery = delivery;
        this.whenSettled = whenSettled;
    }

    CompletionStage<?> stage() {
        return stage;
    }

    boolean isSettled() {
        return stage.isDone();
    }

    @Override
    public BrokerMessage message() {
        return delivery.message();
    }

    @Override
    public void ack() {
        delivery.ack();
        settled();
    }

    @Override
    public void retry() {
        delivery.retry();
        settled();
    }

    @Override
    public void retry(Duration after) {
        delivery.retry(after);
        settled();
    }

    private void settled() {
        whenSettled.accept(this);
        stage.complete(null);
    }

    /** Counts as failed, which is told to the broker on a thread of the subscription's. */
    void fail() {
        stage.completeExceptionally(
                new IllegalStateException(
                        "message " + message().id()
                                + ": it was not settled before its pull consumer was closed. Call ack or retry on every path."));
    }
}
