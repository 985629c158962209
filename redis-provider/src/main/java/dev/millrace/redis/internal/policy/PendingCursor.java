package dev.millrace.redis.internal.policy;

import java.util.List;

/**
 * How far a scan of the pending entries has come. Pages are in the order of ids, and entries that wait
 * would hide due ones behind them, so every row returned is passed, due or not.
 *
 * @param from where the next page begins, as XPENDING takes it
 */
public record PendingCursor(String from) {

    /** The beginning. */
    public static final PendingCursor START = new PendingCursor("-");

    /** Past a page; back to the beginning where it came back short. */
    public PendingCursor past(List<PendingRow> page, int asked) {
        return page.size() < asked
                ? START
                : new PendingCursor("(" + page.get(page.size() - 1).id());
    }

    /** Just before a row that was due and could not be started: the next page begins with it. */
    public PendingCursor before(PendingRow row) {
        return new PendingCursor(row.id());
    }

    /** Whether the scan is at the beginning. */
    public boolean atStart() {
        return from.equals(START.from);
    }
}
