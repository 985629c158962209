package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.millrace.redis.internal.policy.ReadPlan;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamCommands.Backlog;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;

/**
 * What a group's reader does, round by round. What is wrong with one topic is kept to it; what is wrong with the
 * server or the way to it is thrown.
 */
final class Rounds {

    /** For a read that is refused of all together and never of one: it must not spin. */
    private static final Duration PAUSE_IN_VAIN = Duration.ofMillis(100);

    private final Shared shared;
    private final String group;
    private final GroupReads reads;
    private final Collection<Served> all;
    private final Signal change;
    private boolean backlogsTurn;
    private boolean inVain;
    private int first;

    /**
     * The rounds of one reader.
     *
     * @param all whom it serves, who may come and go meanwhile
     * @param change awaited where there is nothing to read
     */
    Rounds(Shared shared, String group, GroupReads reads, Collection<Served> all, Signal change) {
        this.shared = shared;
        this.group = group;
        this.reads = reads;
        this.all = all;
        this.change = change;
    }

    /** One round: everybody's needs, what is due again, a read. */
    void next() {
        for (Served served : inTurn(Served::isInTurn)) {
            guarded(served, () -> {
                if (served.tend()) {
                    shared.outage().worked();
                }
            });
            served.tried();
        }
        passes();
        inTurn(Served::isReady).stream().filter(Served::isTroubled).forEach(this::readAlone);
        read(inTurn(served -> served.isReady() && !served.isTroubled()));
        first++;
    }

    /** Those to look after, each time beginning with another. */
    private List<Served> inTurn(Predicate<Served> which) {
        List<Served> turn = all.stream().filter(which).collect(Collectors.toCollection(ArrayList::new));
        if (!turn.isEmpty()) {
            Collections.rotate(turn, -(first % turn.size()));
        }
        return turn;
    }

    /** Keeps what is wrong with one topic to that topic. */
    private void guarded(Served served, Runnable step) {
        try {
            step.run();
        } catch (StreamFailure e) {
            if (!concernsOneTopic(e)) {
                throw e;
            }
            served.trouble(e);
        } catch (RuntimeException | Error e) {
            served.unexpected(e);
        }
    }

    /** A full server refuses to create a group, and lets all others be read. */
    private static boolean concernsOneTopic(StreamFailure failure) {
        return failure.remedy() != Remedy.PAUSE
                || (failure instanceof Refused refused && refused.code().equals("OOM"));
    }

    /** A look at what is pending, with one command where several topics are due for it. */
    private void passes() {
        List<Served> due = inTurn(served -> served.isReady() && served.consumer.isPassDue());
        // One in trouble is asked for by itself, lest it spoil the question for all.
        List<Served> together =
                due.stream().filter(served -> !served.isTroubled()).toList();
        Map<String, Backlog> backlogs = backlogs(together);
        together.forEach(served -> pass(served, backlogs));
        due.stream()
                .filter(served -> !together.contains(served))
                .forEach(served -> guarded(served, () -> pass(served, backlogs(List.of(served)))));
    }

    private Map<String, Backlog> backlogs(List<Served> of) {
        return of.isEmpty()
                ? Map.of()
                : shared.commands().backlogs(group, of.stream().map(this::key).toList());
    }

    private void pass(Served served, Map<String, Backlog> backlogs) {
        guarded(served, () -> {
            served.consumer.pass(Objects.requireNonNull(backlogs.get(key(served)), "asked for")
                    .counts());
            shared.outage().worked();
        });
    }

    private String key(Served served) {
        return served.consumer.key();
    }

    private void read(List<Served> ready) {
        ready.forEach(served -> served.consumer.asked(false));
        ReadPlan plan = ReadPlan.of(
                ready.stream().map(served -> served.consumer.appetite()).toList(),
                shared.batchSize(),
                shared.bytesLeft(),
                backlogsTurn);
        backlogsTurn = !plan.onlyBacklogs();
        Duration wait = plan.onlyBacklogs() ? Duration.ZERO : mayWait();
        if (plan.topics().isEmpty()) {
            change.await(wait);
            return;
        }
        List<Served> chosen = plan.topics().stream().map(ready::get).toList();
        chosen.forEach(served -> served.consumer.asked(true));
        try {
            read(chosen, plan.count(), wait);
            inVain = false;
        } catch (StreamFailure e) {
            if (!concernsOneTopic(e)) {
                throw e;
            }
            if (chosen.size() == 1) {
                chosen.get(0).trouble(e);
            } else {
                findTrouble(chosen);
            }
        }
    }

    /** Nothing was read of any. The reads one by one tell which it is, and go on with the others. */
    private void findTrouble(List<Served> chosen) {
        chosen.forEach(this::readAlone);
        boolean found = chosen.stream().anyMatch(Served::isTroubled);
        if (!found && inVain) {
            change.await(PAUSE_IN_VAIN);
        }
        inVain = !found;
    }

    private Duration mayWait() {
        Duration wait = shared.blockFor();
        for (Served served : all) {
            Duration its = served.isLeaving() ? Duration.ZERO : served.mayWait();
            wait = its.compareTo(wait) < 0 ? its : wait;
        }
        return wait;
    }

    private void readAlone(Served served) {
        guarded(served, () -> {
            ReadPlan plan =
                    ReadPlan.of(List.of(served.consumer.appetite()), shared.batchSize(), shared.bytesLeft(), false);
            if (plan.topics().isEmpty()) {
                served.worked();
            } else {
                read(List.of(served), plan.count(), Duration.ZERO);
            }
        });
    }

    private void read(List<Served> chosen, int count, Duration wait) {
        long sentAt = System.nanoTime();
        Optional<Map<String, List<StreamEntry>>> read;
        try {
            read = reads.read(
                    group,
                    chosen.get(0).consumer.name(),
                    chosen.stream().map(this::key).toList(),
                    count,
                    wait);
        } catch (ReplyLost e) {
            chosen.forEach(served -> served.turns.readLost(sentAt));
            throw e;
        }
        if (read.isEmpty()) {
            return;
        }
        shared.outage().worked();
        takeAll(chosen, read.get(), count, sentAt);
    }

    /** All of it: what is left of a reply would be taken for run. */
    private void takeAll(List<Served> chosen, Map<String, List<StreamEntry>> read, int count, long sentAt) {
        Attempts attempts = new Attempts();
        for (Served served : chosen) {
            List<StreamEntry> entries = read.getOrDefault(key(served), List.of());
            attempts.did(() -> guarded(served, () -> {
                served.consumer.take(entries, count, sentAt);
                served.worked();
            }));
        }
        attempts.end();
    }
}
