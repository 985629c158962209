package dev.millrace.memory;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.memory.internal.EntryId;
import dev.millrace.memory.internal.GroupStart;
import dev.millrace.memory.internal.Lease;
import dev.millrace.spi.FailurePolicy;
import org.jspecify.annotations.Nullable;

/** What one subscription has to say in the log. */
final class Notices {

    private static final System.Logger LOG = System.getLogger(MemoryBroker.class.getName());

    private final String topic;
    private final String group;
    private final String consumer;
    private final String allowance;
    private final Set<String> unhandledEvents = ConcurrentHashMap.newKeySet();

    Notices(String topic, String group, String consumer, FailurePolicy failures) {
        this.topic = topic;
        this.group = group;
        this.consumer = consumer;
        this.allowance = failures.onDeadLetterTopic()
                ? "any number"
                : String.valueOf(failures.retry().maxDeliveries());
    }

    void started(GroupStart start) {
        String position = switch (start.position()) {
            case EXISTING -> "goes on where the group was, " + start.group().pending() + " pending";
            case BEGINNING -> "starts at the beginning of the topic";
            case PRESENT ->
                "starts at the present, passing over " + start.passedOver()
                        + " messages. Use startAt EARLIEST to have them";
        };
        LOG.log(Level.INFO, "{0}: {1} {2}.", subject(), consumer, position);
    }

    void retried(Lease lease, @Nullable Throwable cause, Duration wait, Instant at) {
        warn(lease, cause, "It is tried again in " + wait + ", at " + at + ".");
    }

    void notRetried(Lease lease, @Nullable Throwable cause) {
        warn(lease, cause, "It stays pending and is not tried again, since the broker does not redeliver.");
    }

    void deadLettered(Lease lease, @Nullable Throwable cause, Reason reason, String deadLetterTopic) {
        warn(lease, cause, "It is a dead letter in " + deadLetterTopic + " now (" + reason + ").");
    }

    void lateFailure(Lease lease, @Nullable Throwable cause) {
        warn(lease, cause, "That changes nothing: its lease had run out, and " + holder(lease) + ".");
    }

    void lateSuccess(Lease lease) {
        LOG.log(
                Level.INFO,
                "{0}, message {1}: handled by {2} after its lease had run out, and {3}. It is acked; the handler may"
                        + " have run twice.",
                subject(),
                lease.entry().id(),
                consumer,
                holder(lease));
    }

    void exhausted(Lease lease, String deadLetterTopic) {
        LOG.log(
                Level.WARNING,
                "{0}, message {1}: its consumer ended during delivery {2} of {3}. It is a dead letter in {4} now.",
                subject(),
                lease.entry().id(),
                lease.deliveries(),
                allowance,
                deadLetterTopic);
    }

    void skipped(EntryId id) {
        LOG.log(
                Level.WARNING,
                "{0}, message {1}: it was deleted while it was pending. It is acked and skipped.",
                subject(),
                id);
    }

    /** Once for each name: a topic may carry any number of events that are not for this group. */
    void unhandled(String event) {
        if (unhandledEvents.add(event)) {
            LOG.log(
                    Level.INFO,
                    "{0}: {1} is handled by no live member of the group. Its messages are acked; add a handler, or set"
                            + " unhandled = DEAD_LETTER to keep them.",
                    subject(),
                    named(event));
        }
    }

    void unhandledDead(Lease lease, String event, String deadLetterTopic) {
        LOG.log(
                Level.WARNING,
                "{0}, message {1}: {2} is handled by no live member of the group. It is a dead letter in {3} now.",
                subject(),
                lease.entry().id(),
                named(event),
                deadLetterTopic);
    }

    private static String named(String event) {
        return event.isEmpty() ? "a message without an event" : "event " + event;
    }

    void slow(InHand current, Duration claimAfter) {
        Throwable stack = current.thread().map(Notices::stackOf).orElse(null);
        LOG.log(
                Level.WARNING,
                subject() + ", message " + current.message.id() + ": its handler has run for more than " + claimAfter
                        + (stack == null ? " and its stage is not complete." : ", see its stack.")
                        + " The message is kept for it; bound the work by a time-out, or set maxRuntime.",
                stack);
    }

    void lapsed(InHand current, Duration maxRuntime) {
        LOG.log(
                Level.WARNING,
                "{0}, message {1}: its handler has run for more than maxRuntime ({2}). Its lease is not renewed any"
                        + " more, and another consumer may claim it.",
                subject(),
                current.message.id(),
                maxRuntime);
    }

    void left(int running) {
        LOG.log(
                Level.WARNING,
                "{0}: {1} handlers are running still as the broker closes. Their messages stay pending.",
                subject(),
                running);
    }

    private void warn(Lease lease, @Nullable Throwable cause, String consequence) {
        LOG.log(
                Level.WARNING,
                subject() + ", message " + lease.entry().id() + ": delivery " + lease.deliveries() + " of " + allowance
                        + (cause == null ? " was settled for another try by its handler. " : " failed. ")
                        + consequence,
                cause);
    }

    private String subject() {
        return "topic " + topic + ", group " + group;
    }

    private static String holder(Lease lease) {
        return lease.takenOverBy()
                .map(other -> other + " has taken it over")
                .orElse("another consumer has taken it over, or settled it");
    }

    private static Throwable stackOf(Thread thread) {
        Throwable stack = new Throwable("where " + thread.getName() + " is now");
        stack.setStackTrace(thread.getStackTrace());
        return stack;
    }
}
