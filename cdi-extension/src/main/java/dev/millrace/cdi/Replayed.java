package dev.millrace.cdi;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The events that were replayed and are still around, each by itself: an observer may hand one on long after, and
 * another that is equal to it is not it. What every event of a value has in common, as a constant of an enum, is known
 * by its thread alone, and only while it is replayed: later it may have been fired anew.
 */
final class Replayed {

    private static final ThreadLocal<@Nullable Object> SHARED = new ThreadLocal<>();

    private final Set<Reference<?>> known = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    /** Equal where the object is the same. */
    private static final class Same extends WeakReference<Object> {
        private final int hash;

        Same(Object event, ReferenceQueue<Object> queue) {
            super(event, queue);
            this.hash = System.identityHashCode(event);
        }

        Same(Object event) {
            super(event);
            this.hash = System.identityHashCode(event);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        // By identity on purpose, see the class.
        @SuppressWarnings("ReferenceEquality")
        @Override
        public boolean equals(Object other) {
            Object mine = get();
            return this == other || (other instanceof Same same && mine != null && mine == same.get());
        }
    }

    /** Has an event fired that is replayed. */
    void replay(Object event, Runnable firing) {
        if (!isShared(event)) {
            add(event);
            firing.run();
            return;
        }
        Object before = SHARED.get();
        SHARED.set(event);
        try {
            firing.run();
        } finally {
            if (before == null) {
                SHARED.remove();
            } else {
                SHARED.set(before);
            }
        }
    }

    /** Whether one object may stand for many events. */
    private static boolean isShared(Object event) {
        return event instanceof Enum
                || event instanceof Number
                || event instanceof Boolean
                || event instanceof Character;
    }

    private void add(Object event) {
        for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
            known.remove(each);
        }
        known.add(new Same(event, gone));
    }

    // By identity, as for the others.
    @SuppressWarnings("ReferenceEquality")
    boolean contains(Object event) {
        return isShared(event) ? SHARED.get() == event : !known.isEmpty() && known.contains(new Same(event));
    }
}
