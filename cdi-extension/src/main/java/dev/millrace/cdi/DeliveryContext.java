package dev.millrace.cdi;

import java.util.Optional;
import java.util.concurrent.Executor;

import dev.millrace.TraceContext;

/**
 * Carries a delivery to other threads: its request context, its message and its trace. For handlers that
 * return a {@link java.util.concurrent.CompletionStage} of work done elsewhere.
 *
 * <pre>{@code
 * return CompletableFuture.runAsync(() -> mails.send(order), DeliveryContext.wrap(executor));
 * }</pre>
 *
 * <p>The request context lives until the handler's stage has completed; a task that runs later finds none,
 * and no message, but still the trace. Where a thread has a request context of its own already, as in a
 * servlet's, that one stays and the task gets message and trace. So it is while a container has begun one on the
 * thread for something of its own, as Weld does for each observer of {@code fireAsync}.
 */
public final class DeliveryContext {

    private DeliveryContext() {}

    /** A task that runs, on whatever thread, for the delivery of the calling thread; without one, with its trace. */
    public static Runnable wrap(Runnable task) {
        Optional<CurrentDelivery> delivery = CurrentDelivery.current();
        if (delivery.isPresent()) {
            return () -> within(delivery.get(), task);
        }
        TraceContext trace = TraceContext.current();
        return trace.traceId().isEmpty() ? task : () -> within(trace, task);
    }

    /**
     * An executor whose tasks run for the delivery of the thread that hands them over or, where that thread
     * has none, for that of the thread that calls this.
     */
    public static Executor wrap(Executor executor) {
        Optional<CurrentDelivery> here = CurrentDelivery.current();
        return task -> {
            boolean carry = here.isPresent() && CurrentDelivery.current().isEmpty();
            executor.execute(carry ? () -> within(here.get(), task) : wrap(task));
        };
    }

    @SuppressWarnings("try")
    private static void within(CurrentDelivery delivery, Runnable task) {
        try (CurrentDelivery.Scope scope = delivery.enterElsewhere()) {
            task.run();
        }
    }

    @SuppressWarnings("try")
    private static void within(TraceContext trace, Runnable task) {
        try (TraceContext.Scope scope = trace.open()) {
            task.run();
        }
    }
}
