package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import dev.millrace.BrokerException;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.Codecs;
import dev.millrace.OutgoingMessage;
import dev.millrace.PublishOutcomeUnknownException;
import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;

/** Publishes, and says exactly what is known of a publication that failed. Thread-safe. */
public final class Publisher {

    private static final System.Logger LOG = System.getLogger(Publisher.class.getName());

    private final StreamCommands commands;
    private final Endpoint endpoint;
    private final TopicKeys keys;
    private final Codecs codecs;
    private final Trimming trimming;
    private final Duration timeout;
    private final Duration idempotencyWindow;
    private final Map<String, AtomicLong> written = new ConcurrentHashMap<>();

    /** A publisher by a broker's settings. */
    public Publisher(
            StreamCommands commands,
            Endpoint endpoint,
            TopicKeys keys,
            Codecs codecs,
            Trimming trimming,
            Duration timeout,
            Duration idempotencyWindow) {
        this.commands = commands;
        this.endpoint = endpoint;
        this.keys = keys;
        this.codecs = codecs;
        this.trimming = trimming;
        this.timeout = timeout;
        this.idempotencyWindow = idempotencyWindow;
    }

    /** As {@link dev.millrace.MessageBroker#publish(OutgoingMessage)} says. */
    public String publish(OutgoingMessage message) {
        Map<String, byte[]> fields = EntryFields.of(message, codecs.codec(message.topic()));
        String key = keys.stream(message.topic());
        // Before anything is written: what is configured badly is refused, not told afterwards.
        trimming.cadence(message.topic());
        Optional<StreamCommands.Once> once = once(message);
        String id;
        try {
            id = once.isPresent()
                    ? repeated(() -> commands.addOnce(key, once.get(), fields))
                    : commands.add(key, fields);
        } catch (StreamFailure e) {
            throw translated(message, e);
        }
        countWritten(message.topic());
        return id;
    }

    /**
     * With its key it may be sent again for as long as the caller would have waited anyway. Once a reply was
     * lost, no later failure can say that nothing was written.
     */
    private String repeated(Supplier<String> addition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        ReplyLost lost = null;
        for (int failures = 1; ; failures++) {
            try {
                return addition.get();
            } catch (StreamFailure e) {
                if (lost == null && e instanceof ReplyLost first) {
                    lost = first;
                } else if (lost == null) {
                    throw e;
                }
                long left = deadline - System.nanoTime();
                if (left <= 0 || e instanceof Closed || Thread.currentThread().isInterrupted()) {
                    throw lost;
                }
                Duration pause = ReconnectBackoff.pause(
                        failures, ThreadLocalRandom.current().nextDouble());
                LockSupport.parkNanos(Math.min(left, pause.toNanos()));
            }
        }
    }

    /** As {@link dev.millrace.MessageBroker#publishAsync(OutgoingMessage)} says. */
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        Map<String, byte[]> fields = EntryFields.of(message, codecs.codec(message.topic()));
        String key = keys.stream(message.topic());
        trimming.cadence(message.topic());
        Supplier<CompletionStage<String>> addition = once(message)
                .<Supplier<CompletionStage<String>>>map(once -> () -> commands.addOnceLater(key, once, fields))
                .orElse(() -> commands.addLater(key, fields));
        // Again at once and once only: to wait for the server here would hold up everybody's.
        CompletionStage<String> added = addition.get();
        if (message.idempotencyKey().isPresent()) {
            added = added.exceptionallyCompose(failure -> failure instanceof ReplyLost lost
                    ? addition.get().exceptionallyCompose(again -> CompletableFuture.failedFuture(lost))
                    : CompletableFuture.failedFuture(failure));
        }
        CompletableFuture<String> outcome = new CompletableFuture<>();
        added.whenComplete((id, failure) -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause == null) {
                try {
                    countWritten(message.topic());
                } finally {
                    outcome.complete(id);
                }
            } else {
                outcome.completeExceptionally(
                        cause instanceof StreamFailure known ? translated(message, known) : cause);
            }
        });
        return outcome;
    }

    private Optional<StreamCommands.Once> once(OutgoingMessage message) {
        String topic = message.topic();
        return message.idempotencyKey()
                .map(key -> new StreamCommands.Once(keys.once(topic, key), keys.side(topic), idempotencyWindow));
    }

    private RuntimeException translated(OutgoingMessage message, StreamFailure failure) {
        String subject = "Publishing to topic " + message.topic() + ": ";
        if (failure instanceof Closed) {
            return new IllegalStateException(subject + "the broker is closed. Publish before.", failure);
        }
        if (failure instanceof ReplyLost) {
            return new PublishOutcomeUnknownException(
                    subject + "it was sent and its reply lost, so the topic may or may not have it. "
                            + endpoint.named(failure.getMessage())
                            + (message.idempotencyKey().isPresent()
                                    ? ". Publish it again under the same key."
                                    : ". Publish it again if twice is better than not at all."),
                    message,
                    failure);
        }
        // One that is full takes a message as soon as its consumers make room; then it is no outage.
        boolean isFull = failure instanceof Refused refused && refused.isWantOfRoom();
        return failure.remedy() == Remedy.PAUSE && !isFull
                ? new BrokerUnavailableException(
                        subject + endpoint.named(failure.getMessage()) + ". Nothing was written; try again.", failure)
                : new BrokerException(
                        subject + "Redis refused it: " + failure.getMessage() + ". Nothing was written.", failure);
    }

    private void countWritten(String topic) {
        long count = written.computeIfAbsent(topic, name -> new AtomicLong()).incrementAndGet();
        try {
            if (count % trimming.cadence(topic).every() == 0) {
                trimming.trim(topic);
            }
        } catch (StreamFailure e) {
            LOG.log(Level.DEBUG, "Topic " + topic + " was not trimmed; the next turn will.", e);
        } catch (RuntimeException e) {
            // The message is written, whatever the application's own function says of the topic now.
            LOG.log(Level.WARNING, "Topic " + topic + " was not trimmed, since its retention cannot be told.", e);
        }
    }
}
