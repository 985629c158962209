package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.spi.Outcome;
import dev.millrace.spi.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Tells the server how a delivery ended, and tells it again until that was answered: only then the entry is
 * out of hand, so that nothing here runs it twice. Called on the handlers' threads, which it may hold up.
 */
final class Settlement {

    private static final System.Logger LOG = System.getLogger(Settlement.class.getName());

    private final Member member;
    private final InHand inHand;
    private final Leases leases;
    private final Burials burials;
    private final Acks acks;
    private final Outage outage;
    private final Closing brokerClosing;
    private final Consumer<Duration> dueIn;

    /**
     * The settling of one subscription, beside its acks.
     *
     * @param dueIn told when something became due again
     */
    Settlement(
            Member member,
            InHand inHand,
            Leases leases,
            Burials burials,
            Outage outage,
            LeaseKeeper timer,
            Closing brokerClosing,
            Consumer<Duration> dueIn) {
        this.member = member;
        this.inHand = inHand;
        this.leases = leases;
        this.burials = burials;
        this.acks = new Acks(member, outage, timer, brokerClosing, this::settled);
        this.outage = outage;
        this.brokerClosing = brokerClosing;
        this.dueIn = dueIn;
    }

    /** Settles a delivery as it ended. */
    void settle(Held held, Outcome outcome) {
        try {
            answer(held, outcome);
        } catch (RuntimeException | Error e) {
            // What cannot be settled must not be leased for ever.
            leases.end(held);
            inHand.remove(held);
            throw e;
        }
    }

    private void answer(Held held, Outcome outcome) {
        if (held.isReplaced()) {
            LOG.log(
                    Level.WARNING,
                    member + ": message " + held.id() + " ended after its topic was deleted. Nothing is settled, and if"
                            + " it failed, it is not tried again.",
                    causeOf(outcome));
        } else if (outcome instanceof Outcome.Done) {
            ack(held);
        } else if (outcome instanceof Outcome.NotStarted) {
            handBack(held);
        } else if (held.isLost()) {
            LOG.log(
                    Level.WARNING,
                    member + ": message " + held.id() + " failed here, but is another consumer's by now.",
                    causeOf(outcome));
            inHand.remove(held);
        } else {
            Verdict verdict = member.failures().after(held.deliveries, causeOf(outcome));
            if (verdict instanceof Verdict.GiveUp givenUp) {
                giveUp(held, givenUp.reason(), causeOf(outcome));
            } else {
                retry(held, outcome, ((Verdict.Retry) verdict).gap());
            }
        }
    }

    private static @Nullable Throwable causeOf(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed ? failed.cause() : null;
    }

    /** Acks a message that was handled, or that is not for this group; the answer comes later. */
    void ack(Held held) {
        held.settling();
        acks.add(held);
    }

    /**
     * Waits until all acks are answered; {@code false} at once where it would have to wait and the thread is
     * interrupted.
     */
    boolean awaitAcks(Duration limit) {
        return acks.awaitAnswers(limit);
    }

    /** Hands a message back whose handler never started. */
    void handBack(Held held) {
        held.settling();
        leases.end(held);
        untilAnswered(held, () -> sendBack(List.of(held)));
        dueIn.accept(Duration.ZERO);
    }

    /** Hands messages back that were only held, or fails and leaves them as they are. */
    void handBackAll(List<Held> waiting) {
        waiting.forEach(leases::end);
        sendBack(waiting);
        outage.worked();
        waiting.forEach(inHand::remove);
    }

    private boolean sendBack(List<Held> waiting) {
        List<String> ids = waiting.stream().map(Held::id).toList();
        return member.commands().handBack(member.group(), member.consumer(), TopicKeys.PARKED, ids) > 0;
    }

    /** Makes a dead letter of a message. */
    void giveUp(Held held, Reason reason, @Nullable Throwable failure) {
        held.settling();
        untilAnswered(held, () -> bury(held, reason, failure));
    }

    /** The same for a message that no handler has, which is left pending where that fails. */
    void giveUpUnstarted(Held held, Reason reason) {
        try {
            bury(held, reason, null);
        } finally {
            leases.end(held);
            inHand.remove(held);
        }
    }

    private boolean bury(Held held, Reason reason, @Nullable Throwable failure) {
        burials.bury(held.reading, member.ownRow(held), Duration.ZERO, reason, failure);
        return true;
    }

    private void settled(Held held) {
        inHand.remove(held);
        if (held.isAlone()) {
            dueIn.accept(Duration.ZERO);
        }
    }

    private void retry(Held held, Outcome outcome, Duration gap) {
        Duration wait = outcome instanceof Outcome.RetryAsked asked
                ? asked.after().filter(wish -> wish.compareTo(gap) < 0).orElse(gap)
                : gap;
        tellRetry(held, outcome, wait);
        held.settling();
        leases.end(held);
        long failedAt = System.nanoTime();
        boolean ours = untilAnswered(held, () -> {
                    Duration since = Duration.ofNanos(System.nanoTime() - failedAt);
                    Duration idle = gap.minus(wait).plus(since);
                    return member.commands().stamp(member.group(), member.consumer(), held.id(), idle, held.deliveries);
                })
                .orElse(true);
        if (ours) {
            dueIn.accept(wait);
        } else {
            LOG.log(
                    Level.WARNING,
                    member + ": the failure of message " + held.id()
                            + " changes nothing: it was taken over or settled by another consumer.");
        }
    }

    private void tellRetry(Held held, Outcome outcome, Duration wait) {
        String delivery = "delivery " + held.deliveries + " of "
                + (member.failures().onDeadLetterTopic()
                        ? "any number"
                        : member.failures().retry().maxDeliveries());
        LOG.log(
                Level.WARNING,
                member + ": message " + held.id() + " failed, " + delivery + "; it is tried again in " + wait.toMillis()
                        + " ms.",
                causeOf(outcome));
    }

    /** Empty where the broker was closed before an answer came, or there is nothing left to settle. */
    private Optional<Boolean> untilAnswered(Held held, Supplier<Boolean> step) {
        for (int failures = 1; ; failures++) {
            try {
                Boolean answer = step.get();
                outage.worked();
                settled(held);
                return Optional.of(answer);
            } catch (Closed e) {
                return stillPending(held);
            } catch (StreamFailure e) {
                if (isPointless(e)) {
                    tellUnsettled(held, e);
                    inHand.remove(held);
                    return Optional.empty();
                }
                if (e.remedy() == Remedy.PAUSE) {
                    outage.failed(e);
                } else if (failures == 1) {
                    tellUnsettled(held, e);
                }
                Duration pause = ReconnectBackoff.pause(
                        failures, ThreadLocalRandom.current().nextDouble());
                if (brokerClosing.awaitFor(pause)) {
                    return stillPending(held);
                }
            }
        }
    }

    /** The group, or the topic as we knew it, is gone, and what was pending in it too; or the server would refuse again. */
    private static boolean isPointless(StreamFailure failure) {
        return failure.remedy() == Remedy.RECOVER_GROUP
                || failure.remedy() == Remedy.LEAVE_MESSAGE
                || (failure instanceof Refused refused && refused.code().equals("WRONGTYPE"));
    }

    private void tellUnsettled(Held held, StreamFailure failure) {
        LOG.log(
                Level.WARNING,
                member + ": message " + held.id() + " could not be settled: " + failure.getMessage() + ".");
    }

    private Optional<Boolean> stillPending(Held held) {
        LOG.log(
                Level.WARNING,
                member + ": message " + held.id() + " was not settled before the broker was closed; it stays pending.");
        return Optional.empty();
    }
}
