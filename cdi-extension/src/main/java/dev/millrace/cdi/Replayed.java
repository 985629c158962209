package dev.millrace.cdi;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The events that were replayed and are still around, each by itself: an observer may hand one on long after, and
 * another that is equal to it is not it.
 */
final class Replayed {

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

    void add(Object event) {
        for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
            known.remove(each);
        }
        known.add(new Same(event, gone));
    }

    boolean contains(Object event) {
        return !known.isEmpty() && known.contains(new Same(event));
    }
}
