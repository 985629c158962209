package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.spi.HandlerRun;

/** Keeps what one subscription has in hand from being taken over, for as long as its handlers run. */
final class Leases {

    private static final System.Logger LOG = System.getLogger(Leases.class.getName());

    /** What one script renews, a few milliseconds of the server's time. */
    static final int PAGE = 100;

    private final Member member;
    private final InHand inHand;
    private final Optional<Duration> maxRuntime;

    Leases(Member member, InHand inHand, Optional<Duration> maxRuntime) {
        this.member = member;
        this.inHand = inHand;
        this.maxRuntime = maxRuntime;
    }

    /** Renews what is in hand, and sees to what has been there too long. */
    void tend() {
        inHand.all().forEach(this::look);
        renewAll();
        inHand.all().forEach(this::expireIfUnsettled);
    }

    /** From now on nothing is renewed of it: a renewal that overtook its stamp would set its clock back. */
    synchronized void end(Held held) {
        held.endLease();
    }

    /**
     * Renews some, one page at most, and marks those as lost that are not ours any more.
     *
     * @throws StreamFailure and has renewed none
     */
    synchronized void renew(List<Held> page) {
        if (page.isEmpty()) {
            return;
        }
        long sentAt = System.nanoTime();
        Set<String> lost = new HashSet<>(member.commands()
                .renew(
                        member.group(),
                        member.consumer(),
                        page.stream().map(Held::id).toList()));
        for (Held held : page) {
            if (!lost.contains(held.id())) {
                held.renewed(sentAt);
            } else if (!held.isSettling()) {
                lose(held);
            }
        }
    }

    /** Renews one that is to be kept; not one that its handler has left to be settled, or it would never run out. */
    synchronized void keep(Held held) {
        if (isKept(held)) {
            renew(List.of(held));
        }
    }

    private static boolean isKept(Held held) {
        return held.isLeased() && (held.isSettling() || !awaitsSettling(held));
    }

    private synchronized void renewAll() {
        List<Held> page = new ArrayList<>();
        for (Held held : inHand.all()) {
            if (isKept(held)) {
                page.add(held);
            }
            if (page.size() == PAGE) {
                renewWhatThereIs(page);
                page.clear();
            }
        }
        renewWhatThereIs(page);
    }

    private void renewWhatThereIs(List<Held> page) {
        try {
            renew(page);
        } catch (Refused e) {
            if (e.remedy() == Remedy.PAUSE) {
                throw e;
            }
            // The group or the topic is gone: there is nothing to hold, and the subscription's loop reports it.
        }
    }

    private void lose(Held held) {
        held.lost();
        if (held.isInDoubt()) {
            // Given away by us.
            return;
        }
        LOG.log(
                Level.WARNING,
                member + ": message " + held.id() + " was taken over or settled by another consumer while this one had"
                        + " it. Its success here will count, its failure will not. Make claimAfter longer than this"
                        + " process may be cut off or stand still.");
    }

    private void look(Held held) {
        if (held.run().isEmpty()) {
            return;
        }
        Duration age = held.runningFor();
        Optional<Thread> thread = held.run().flatMap(HandlerRun::thread);
        if (member.lease().isOver(age) && thread.isPresent() && held.reportOnce()) {
            IllegalStateException stack = new IllegalStateException("where the handler is");
            stack.setStackTrace(thread.get().getStackTrace());
            LOG.log(
                    Level.WARNING,
                    member + ": the handler of message " + held.id() + " has been running for " + age.toSeconds()
                            + " s. Its lease is renewed meanwhile; see where it is, or limit it with maxRuntime.",
                    stack);
        }
        if (held.isLeased()
                && !held.isSettling()
                && maxRuntime.filter(limit -> age.compareTo(limit) >= 0).isPresent()) {
            end(held);
            LOG.log(
                    Level.WARNING,
                    member + ": the handler of message " + held.id() + " has used up its maxRuntime of "
                            + maxRuntime.get() + ". Another consumer may take the message over.");
        }
    }

    private static boolean awaitsSettling(Held held) {
        return held.run().filter(HandlerRun::awaitsSettling).isPresent();
    }

    private void expireIfUnsettled(Held held) {
        Duration sinceRenewed = Duration.ofNanos(System.nanoTime() - held.leasedAt());
        if (!held.isSettling() && awaitsSettling(held) && member.lease().isOver(sinceRenewed)) {
            held.run().ifPresent(HandlerRun::expireLater);
        }
    }
}
