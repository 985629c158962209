package dev.millrace.cdi;

import jakarta.enterprise.context.spi.Contextual;
import jakarta.enterprise.context.spi.CreationalContext;

import org.jspecify.annotations.Nullable;

/** The place of one instance, made by the first thread that needs it while only those that need it too wait. */
final class Held<T> {

    private final Contextual<T> contextual;
    private @Nullable T instance;
    private @Nullable CreationalContext<T> creation;
    private volatile boolean destroyed;
    private boolean ending;

    Held(Contextual<T> contextual) {
        this.contextual = contextual;
    }

    synchronized @Nullable T get(@Nullable CreationalContext<T> given) {
        if (instance == null && given != null && !destroyed) {
            instance = contextual.create(given);
            creation = given;
        }
        return instance;
    }

    /** Whether it ends with the delivery, or has. Asked and told by the delivery alone, under its own lock. */
    boolean isEnding() {
        return ending;
    }

    void beginEnding() {
        ending = true;
    }

    boolean isDestroyed() {
        return destroyed;
    }

    /** Destroys it with the delivery. Who reaches for it meanwhile, and until all has ended, gets the instance, as in other contexts. */
    void end() {
        T ended;
        CreationalContext<T> by;
        synchronized (this) {
            ended = instance;
            by = creation;
            destroyed = ended == null;
        }
        if (ended != null && by != null) {
            contextual.destroy(ended, by);
        }
    }

    /** Destroys it by hand, so that the next who reaches for it gets another. */
    void destroy() {
        T gone;
        CreationalContext<T> by;
        synchronized (this) {
            destroyed = true;
            gone = instance;
            by = creation;
            instance = null;
        }
        if (gone != null && by != null) {
            contextual.destroy(gone, by);
        }
    }
}
