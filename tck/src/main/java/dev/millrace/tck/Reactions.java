package dev.millrace.tck;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import dev.millrace.DeliveryHandler;

/** What a {@link RecordingHandler} may do with a delivery. */
public final class Reactions {

    private Reactions() {}

    /** Returns normally, at once. */
    public static DeliveryHandler returning() {
        return delivery -> CompletableFuture.completedFuture(null);
    }

    /** Settles by hand as handled. */
    public static DeliveryHandler acking() {
        return delivery -> {
            delivery.ack();
            return CompletableFuture.completedFuture(null);
        };
    }

    /** Throws an {@link IllegalStateException} that says "as the test asked". */
    public static DeliveryHandler throwing() {
        return throwing(() -> new IllegalStateException("as the test asked"));
    }

    /** Throws what the supplier makes, an {@link Error} too. */
    public static DeliveryHandler throwing(Supplier<? extends Throwable> failure) {
        return delivery -> {
            Throwable thrown = failure.get();
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (Exception) thrown;
        };
    }

    /** Throws on the first deliveries of a message, and returns on later ones. */
    public static DeliveryHandler throwingUpTo(int deliveries) {
        return delivery -> (delivery.message().deliveries() <= deliveries ? throwing() : returning()).handle(delivery);
    }
}
