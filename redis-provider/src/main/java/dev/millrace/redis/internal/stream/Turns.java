package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Optional;
import java.util.function.IntSupplier;

import dev.millrace.redis.internal.policy.RepairCadence;
import dev.millrace.redis.internal.policy.RepairCadence.Standing;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is in one subscription: that of what is due again, or that of new messages. For its reader,
 * but for what says otherwise.
 */
final class Turns {

    private final RepairCadence cadence;
    private final Due due;
    private volatile boolean passing;
    private volatile boolean wantsSlot;
    private volatile boolean newSincePass;
    private volatile boolean olderLeft;
    private volatile boolean cutShort;
    private volatile boolean waitsForSlot;
    private @Nullable Long passedAt;
    private @Nullable Long readLostAt;
    private boolean readEmpty;

    Turns(RepairCadence cadence, Due due) {
        this.cadence = cadence;
        this.due = due;
    }

    /** Whether it is time to look through what is pending. */
    boolean isPassDue(int free) {
        return cadence.isDue(free == 0 ? busy() : standing());
    }

    /**
     * What needs no slot must not wait for one that is taken for hours. Such a pass is no turn of the due
     * retries, for it can start none.
     */
    private Standing busy() {
        return new Standing(sincePass(), Optional.empty(), false, true, false);
    }

    private Standing standing() {
        return new Standing(sincePass(), due.left(), cutShort, newHadTurn(), readEmpty);
    }

    private Optional<Duration> sincePass() {
        return Optional.ofNullable(passedAt).map(at -> Duration.ofNanos(System.nanoTime() - at));
    }

    /**
     * How long the reader may wait for messages without making a pass late; with no slot free, no pass is.
     *
     * @param free asked once it is known that somebody waits, so that a slot that is freed meanwhile is not missed
     */
    Duration mayWait(IntSupplier free) {
        waitsForSlot = true;
        if (free.getAsInt() == 0) {
            return cadence.blockFor();
        }
        waitsForSlot = false;
        return cadence.block(standing());
    }

    /** Whether the reader waits longer than it would with a slot free, since there is more to look at. Any thread. */
    boolean waitsForSlot() {
        return waitsForSlot && (cutShort || due.left().isPresent());
    }

    /** Whether the next free slot is for what is due again, since new messages had their turn. Any thread. */
    boolean keepsSlot() {
        return passing || (newHadTurn() && wantsSlot());
    }

    /** Whether new messages had their turn, or have to wait for older ones and have none. */
    private boolean newHadTurn() {
        return newSincePass || olderLeft;
    }

    /** Whether something is due again and waits for a slot. Any thread. */
    boolean wantsSlot() {
        return wantsSlot || due.isOver();
    }

    /** Something pending is due so soon. Any thread. */
    void due(Duration in) {
        due.in(in);
    }

    /** Before a pass; how far back a read was sent whose reply was lost. */
    Duration beginPass(int free) {
        passing = true;
        newSincePass &= free == 0;
        if (!cutShort) {
            // Else it goes on where the last one ended, and what that one found is as true as what this one will find.
            due.forget();
        }
        passedAt = System.nanoTime();
        return readLostAt == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - readLostAt);
    }

    /** After a pass that went through. */
    void passed(Repair.Pass pass) {
        pass.nextDueIn().ifPresent(due::in);
        wantsSlot = pass.wantsSlot();
        cutShort = pass.cutShort();
        olderLeft = pass.unstarted().orElse(olderLeft);
        if (!cutShort) {
            readLostAt = null;
        }
    }

    /** After a pass, however it went. */
    void endPass() {
        passing = false;
    }

    /** New messages had their turn: they were asked for, one that was held has started, or none can. Any thread. */
    void newHadTheirTurn() {
        newSincePass = true;
    }

    void read(boolean empty) {
        readEmpty = empty;
        newSincePass = true;
    }

    /** What was held was handed back, so it is pending: before newer messages come those that are left of it. */
    void handedBack() {
        olderLeft = true;
        cutShort = true;
        wantsSlot = true;
    }

    /** Whether new messages have to wait for older ones that were handed back, here or elsewhere. Any thread. */
    boolean holdsNewBack() {
        return olderLeft;
    }

    void readLost(long sentAt) {
        readLostAt = readLostAt == null ? Long.valueOf(sentAt) : readLostAt;
    }

    /** A pass comes before anything else, and then a read. */
    void startOver() {
        passedAt = null;
        newSincePass = false;
    }

    boolean hadBoth() {
        return passedAt != null && newHadTurn();
    }
}
