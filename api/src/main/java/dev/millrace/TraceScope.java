package dev.millrace;

import org.jspecify.annotations.Nullable;

/** A trace on a thread's stack of traces. */
final class TraceScope implements TraceContext.Scope {

    private static final ThreadLocal<@Nullable TraceScope> TOP = new ThreadLocal<>();

    private final Thread thread = Thread.currentThread();
    private final TraceContext trace;
    private final @Nullable TraceScope below;
    private boolean closed;

    private TraceScope(TraceContext trace, @Nullable TraceScope below) {
        this.trace = trace;
        this.below = below;
    }

    static TraceContext current() {
        TraceScope top = TOP.get();
        return top == null ? W3cTrace.NONE : top.trace;
    }

    static TraceScope open(TraceContext trace) {
        TraceScope scope = new TraceScope(trace, TOP.get());
        TOP.set(scope);
        return scope;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("Scope of " + trace + ": it belongs to the thread that opened it, "
                    + thread.getName() + " (was closed on "
                    + Thread.currentThread().getName()
                    + "). Open one on each thread.");
        }
        closed = true;
        drop();
    }

    /** The same for what was opened above it and left open, so that nothing of a delivery stays on its thread. */
    void closeWithAbove() {
        if (closed) {
            return;
        }
        for (TraceScope each = TOP.get(); each != null && each != this; each = each.below) {
            each.closed = true;
        }
        close();
    }

    private static void drop() {
        // Down to the first that is open: closed in the wrong order, none comes back to life.
        TraceScope top = TOP.get();
        while (top != null && top.closed) {
            top = top.below;
        }
        if (top == null) {
            TOP.remove();
        } else {
            TOP.set(top);
        }
    }
}
