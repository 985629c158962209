package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;

/**
 * Runs every handler of a message's event, whatever becomes of the others, and is done when the last of them is
 * (EVT-1). Of several failures the first is thrown, with the others in it.
 */
final class EventDispatch implements DeliveryHandler {

    private final Map<String, List<HandlerInvocation>> handlers;

    EventDispatch(Map<String, List<HandlerInvocation>> handlers) {
        this.handlers = handlers;
    }

    @Override
    public CompletionStage<?> handle(Delivery delivery) throws Exception {
        String event = delivery.message().event().orElse("");
        List<HandlerInvocation> calls = handlers.getOrDefault(event, List.of());
        if (calls.size() == 1) {
            return calls.get(0).handle(delivery);
        }
        List<CompletableFuture<?>> stages = new ArrayList<>();
        for (HandlerInvocation call : calls) {
            stages.add(started(call, delivery));
        }
        return CompletableFuture.allOf(stages.toArray(CompletableFuture[]::new))
                .handle((done, failure) -> outcome(stages))
                .thenCompose(outcome -> outcome);
    }

    /** What the handler leaves on the thread, an interrupt or a class loader, must not reach the next. */
    private static CompletableFuture<?> started(HandlerInvocation call, Delivery delivery) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            return followed(call.handle(delivery));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        } finally {
            Object ignored = Thread.interrupted();
            thread.setContextClassLoader(before);
        }
    }

    /** A future of our own: a stage need not have one. */
    private static CompletableFuture<?> followed(CompletionStage<?> stage) {
        CompletableFuture<Object> future = new CompletableFuture<>();
        stage.whenComplete((value, failure) -> {
            if (failure == null) {
                future.complete(value);
            } else {
                future.completeExceptionally(failure);
            }
        });
        return future;
    }

    /** Of stages that are all complete. Compared by identity, since an exception cannot suppress itself. */
    @SuppressWarnings("ReferenceEquality")
    private static CompletionStage<Void> outcome(List<CompletableFuture<?>> stages) {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        List<Throwable> failures = new ArrayList<>();
        for (CompletableFuture<?> stage : stages) {
            try {
                Object ignored = stage.join();
            } catch (CompletionException e) {
                failures.add(e.getCause() == null ? e : e.getCause());
            } catch (CancellationException e) {
                failures.add(e);
            }
        }
        if (failures.isEmpty()) {
            outcome.complete(null);
            return outcome;
        }
        Throwable first = failures.get(0);
        failures.stream().filter(other -> other != first).forEach(first::addSuppressed);
        outcome.completeExceptionally(first);
        return outcome;
    }
}
