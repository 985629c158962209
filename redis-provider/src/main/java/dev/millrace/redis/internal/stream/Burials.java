package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import dev.millrace.BrokerMessage;
import dev.millrace.DeadLetter.Reason;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamCommands.Burial;
import dev.millrace.redis.internal.stream.StreamCommands.Epitaph;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.spi.DeadLetterCopy;
import org.jspecify.annotations.Nullable;

/**
 * Makes dead letters of what a subscription gives up on. A copy that the server refuses leaves the entry
 * pending, with its count where no consumer runs it again, to be tried again at a growing pace.
 */
final class Burials {

    private static final System.Logger LOG = System.getLogger(Burials.class.getName());

    /** More than anybody can look at; beyond it the failure is left out of the copy, never the copy. */
    private static final int REMEMBERED = 1_000;

    /** For those beyond. */
    private static final Duration TOLD_EVERY = Duration.ofMinutes(1);

    private static final Duration TRIED_EVERY = Duration.ofSeconds(5);

    private final Member member;
    private final int remembered;
    private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
    private volatile long toldAt = System.nanoTime() - TOLD_EVERY.toNanos();
    private volatile long triedAt = System.nanoTime() - TRIED_EVERY.toNanos();

    private record Refusal(Reason reason, @Nullable Throwable failure, int times, long nextAt) {}

    Burials(Member member) {
        this(member, REMEMBERED);
    }

    /** With another number of refusals that are remembered one by one. */
    Burials(Member member, int remembered) {
        this.member = member;
        this.remembered = remembered;
    }

    /** Ids whose copy was refused too short a time ago to try again. */
    Set<String> waiting() {
        long now = System.nanoTime();
        return refusals.entrySet().stream()
                .filter(each -> each.getValue().nextAt() - now > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Gives an entry up.
     *
     * @param row whose it has to be
     * @param minIdle how long it has to be idle
     * @param why used unless an earlier refusal knows it better
     */
    void bury(EntryFields.Reading reading, PendingRow row, Duration minIdle, Reason why, @Nullable Throwable last) {
        Refusal before = refusals.get(row.id());
        if (before == null && waitsWithTheRest(row)) {
            return;
        }
        Reason reason = before == null ? why : before.reason();
        Throwable failure = before == null ? last : before.failure();
        BrokerMessage message = reading.message(member.topic(), reading.headers(), row.deliveries(), member.codec());
        String headers = HeaderJson.write(DeadLetterCopy.headers(
                message, reason, member.group().name(), member.consumer(), failure, Instant.now()));
        try {
            Burial ending = member.commands()
                    .deadLetter(
                            member.group(),
                            member.keys().deadLetters(member.topic()),
                            row,
                            minIdle,
                            new Epitaph(headers, reading.hasMalformedHeaders()));
            refusals.remove(row.id());
            tell(ending, row, reason, failure);
        } catch (ReplyLost e) {
            if (unanswered.size() < remembered) {
                unanswered.add(row.id());
            }
            throw e;
        } catch (Refused e) {
            if (e.remedy() == Remedy.RECOVER_GROUP || (e.remedy() == Remedy.PAUSE && !e.isWantOfRoom())) {
                throw e;
            }
            refused(e, row, new Refusal(reason, failure, before == null ? 1 : before.times() + 1, 0));
        }
    }

    private void refused(Refused refusal, PendingRow row, Refusal noted) {
        Duration pause = ReconnectBackoff.pause(noted.times() + 1, 1);
        if (refusals.size() < remembered || refusals.containsKey(row.id())) {
            refusals.put(
                    row.id(),
                    new Refusal(noted.reason(), noted.failure(), noted.times(), System.nanoTime() + pause.toNanos()));
        }
        if (row.consumer().equals(member.consumer())) {
            int spent = Math.max(row.deliveries(), member.failures().retry().maxDeliveries());
            member.commands().stamp(member.group(), member.consumer(), row.id(), Duration.ZERO, spent);
        }
        if (noted.times() == 1 && mayTell(row)) {
            LOG.log(
                    Level.WARNING,
                    member + ": message " + row.id() + " is given up (" + noted.reason() + "), but its copy to "
                            + member.keys().deadLetters(member.topic()) + " was refused: " + refusal.getMessage()
                            + ". It stays pending, and only the copy is tried again. Mend what refuses it.",
                    noted.failure());
        }
    }

    /** Whether it is one too many to be remembered, was run for the last time, and was refused with all others just now. */
    private boolean waitsWithTheRest(PendingRow row) {
        return refusals.size() >= remembered
                && row.deliveries() >= member.failures().retry().maxDeliveries()
                && System.nanoTime() - triedAt < TRIED_EVERY.toNanos();
    }

    /** What refuses one copy refuses all: of those that cannot be remembered, one is told now and then. */
    private boolean mayTell(PendingRow row) {
        if (refusals.containsKey(row.id())) {
            return true;
        }
        long now = System.nanoTime();
        triedAt = now;
        boolean may = now - toldAt >= TOLD_EVERY.toNanos();
        if (may) {
            toldAt = now;
        }
        return may;
    }

    private void tell(Burial ending, PendingRow row, Reason reason, @Nullable Throwable failure) {
        boolean repeated = unanswered.remove(row.id());
        switch (ending) {
            case COPIED ->
                LOG.log(
                        Level.WARNING,
                        member + ": message " + row.id() + " is a dead letter after " + row.deliveries()
                                + " deliveries (" + reason + "), in "
                                + member.keys().deadLetters(member.topic()) + ".",
                        failure);
            case GONE -> LOG.log(Level.WARNING, member + ": message " + row.id() + " was deleted; it is skipped.");
            case LOST ->
                LOG.log(
                        Level.INFO,
                        member + ": message " + row.id()
                                + (repeated
                                        ? " is a dead letter, unless another consumer took it over: the answer to the"
                                                + " first try was lost, and at the second it was gone."
                                        : " was settled or taken over by another consumer."));
        }
    }
}
