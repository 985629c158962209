package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.redis.internal.stream.StreamCommands.Passing;
import dev.millrace.spi.DeadLetterCopy;
import org.jspecify.annotations.Nullable;

/**
 * Looks at entries that became ours: which are for the handler, and what becomes of the others. For the reader
 * alone.
 */
final class Admission {

    private static final System.Logger LOG = System.getLogger(Intake.class.getName());

    private final Member member;
    private final InHand inHand;
    private final Leases leases;
    private final Settlement settlement;
    private final EventRoutes routes;

    /** Those for the handler, and what went wrong with others, each of which is settled whatever becomes of the rest. */
    record Result(List<Held> ours, Attempts attempts) {}

    Admission(Member member, InHand inHand, Leases leases, Settlement settlement, EventRoutes routes) {
        this.member = member;
        this.inHand = inHand;
        this.leases = leases;
        this.settlement = settlement;
        this.routes = routes;
    }

    /**
     * Takes note of entries, of all before anything else, and settles what needs no handler here.
     *
     * @param sentAt when the command that brought them was sent
     * @param leftBy who left them lying until they were claimed
     */
    Result admit(List<StreamEntry> entries, int deliveries, long sentAt, Optional<String> leftBy) {
        Attempts attempts = new Attempts();
        List<Held> noted = new ArrayList<>();
        for (StreamEntry entry : entries) {
            attempts.did(() -> note(entry, deliveries, sentAt).ifPresent(noted::add));
        }
        List<Held> ours = new ArrayList<>();
        List<Held> foreign = new ArrayList<>();
        for (Held held : noted) {
            attempts.did(() -> orDropped(held, () -> {
                if (isMessage(held)) {
                    (routes.handles(held) ? ours : foreign).add(held);
                }
            }));
        }
        attempts.did(() -> passOn(foreign, leftBy, attempts));
        return new Result(ours, attempts);
    }

    /** What is neither held nor run nor settled must not be leased for ever. */
    private void orDropped(Held held, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            drop(held);
            throw e;
        }
    }

    private void drop(Held held) {
        leases.end(held);
        inHand.remove(held);
    }

    /** Notes that an entry is ours; empty where it was already: a group created again hands out what is in hand. */
    private Optional<Held> note(StreamEntry entry, int deliveries, long sentAt) {
        Held held = new Held(entry, deliveries, sentAt);
        return inHand.add(held) ? Optional.of(held) : Optional.empty();
    }

    private boolean isMessage(Held held) {
        Optional<String> problem = held.reading.problem();
        if (!isForThisGroup(held)) {
            settlement.ack(held);
            return false;
        }
        if (problem.isPresent() && !member.failures().onDeadLetterTopic()) {
            LOG.log(
                    Level.WARNING,
                    member + ": entry " + held.id() + " is malformed: " + problem.get()
                            + ". It becomes a dead letter; publish entries with a field \"payload\".");
            settlement.giveUpUnstarted(held, Reason.MALFORMED);
            return false;
        }
        return true;
    }

    private boolean isForThisGroup(Held held) {
        return DeadLetterCopy.onlyGroup(held.reading.headers())
                .map(group -> group.equals(member.group().name()))
                .orElse(true);
    }

    /** Leaves to others what they handle and this member does not; in one step, since a topic may hold much of it. */
    private void passOn(List<Held> foreign, Optional<String> leftBy, Attempts attempts) {
        if (foreign.isEmpty()) {
            return;
        }
        Map<String, Passing> passed = Map.of();
        try {
            passed = routes.passOn(member.consumer(), foreign, leftBy);
        } finally {
            for (Held held : foreign) {
                if (!isOurs(passed.get(held.id()))) {
                    // Where nothing is known of it: it stays pending, and is looked at again when it is due.
                    drop(held);
                }
            }
        }
        List<Held> unserved = new ArrayList<>();
        for (Held held : foreign) {
            if (isOurs(passed.get(held.id()))) {
                unserved.add(held);
            }
        }
        if (routes.isDoubtful()) {
            attempts.did(() -> openToAll(unserved));
        } else {
            unserved.forEach(held -> attempts.did(() -> orDropped(held, () -> settleUnserved(held))));
        }
    }

    private static boolean isOurs(@Nullable Passing passing) {
        return passing == Passing.UNSERVED || passing == Passing.UNKNOWN;
    }

    /** Uncounted, since it may take a while until a member that handles them takes them, or it is known that none does. */
    private void openToAll(List<Held> unserved) {
        if (unserved.isEmpty()) {
            return;
        }
        try {
            settlement.handBackAll(unserved);
        } catch (RuntimeException | Error e) {
            unserved.forEach(this::drop);
            throw e;
        }
    }

    private void settleUnserved(Held held) {
        if (routes.deadLetters()) {
            settlement.giveUpUnstarted(held, Reason.UNHANDLED);
            routes.buried(held);
        } else {
            settlement.ack(held);
            routes.acked(held.reading.event());
        }
    }
}
