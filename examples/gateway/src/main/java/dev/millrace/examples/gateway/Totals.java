package dev.millrace.examples.gateway;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** Whether everything that was in the feed went everywhere it should. */
record Totals(Ledger ledger, int events, String killed, String other) {

    /** Whether nothing is lost, after having told so. */
    boolean print(PrintStream out) {
        Set<Long> first = ledger.handledBy(killed);
        Set<Long> both = new HashSet<>(ledger.handledBy(other));
        both.retainAll(first);
        Set<Long> leftByKilled = new HashSet<>(ledger.begunBy(killed));
        leftByKilled.removeAll(first);
        Set<Long> takenOver = new HashSet<>(leftByKilled);
        takenOver.retainAll(ledger.handledBy(other));
        row(out, "in the feed", events);
        row(out, "forwarded", Math.max(0, ledger.forwarded()));
        row(out, "handled by " + killed + ", killed", first.size());
        row(out, "handled by " + other, ledger.handledBy(other).size());
        row(out, "  begun by " + killed + " and done anew", takenOver.size());
        row(out, "  handled by both", both.size());
        row(out, "handled", ledger.handledCount());
        row(out, "seen by the board", ledger.seenCount());
        ledger.faults().forEach(out::println);
        boolean good = ledger.faults().isEmpty()
                && ledger.forwarded() == events
                && ledger.handledByAny().equals(all())
                && isSeenInOrder();
        out.println(
                good ? "Nothing is lost, and the board saw all of it in order." : "Something is lost: " + missing());
        return good;
    }

    private static void row(PrintStream out, String what, long count) {
        out.printf("%-42s%8d%n", what, count);
    }

    private Set<Long> all() {
        return new HashSet<>(LongStream.rangeClosed(1, events).boxed().toList());
    }

    private boolean isSeenInOrder() {
        return ledger.seen().equals(LongStream.rangeClosed(1, events).boxed().toList());
    }

    private String missing() {
        Set<Long> unhandled = all();
        unhandled.removeAll(ledger.handledByAny());
        Set<Long> unseen = all();
        unseen.removeAll(new HashSet<>(ledger.seen()));
        return "not handled " + first(unhandled) + ", not seen by the board " + first(unseen)
                + (unseen.isEmpty() && !isSeenInOrder() ? ", and the board saw events twice or out of order" : "")
                + ".";
    }

    private static String first(Set<Long> numbers) {
        List<Long> shown = numbers.stream().sorted().limit(10).toList();
        return numbers.size() + (shown.isEmpty() ? "" : " " + shown);
    }
}
