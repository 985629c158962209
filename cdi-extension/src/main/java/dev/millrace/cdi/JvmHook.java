package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * Has something done when the JVM is told to end, beside the container's own shutdown. One left behind would
 * keep the application's class loader and run against a dead container, so it is taken back.
 */
final class JvmHook {

    private static final System.Logger LOG = System.getLogger(JvmHook.class.getName());

    private final Thread thread;

    private JvmHook(Thread thread) {
        this.thread = thread;
    }

    /** Registers one; nothing where the JVM is ending already. */
    static Optional<JvmHook> register(Runnable task) {
        Thread thread = new Thread(task, "millrace-pause");
        try {
            Runtime.getRuntime().addShutdownHook(thread);
            return Optional.of(new JvmHook(thread));
        } catch (IllegalStateException e) {
            return Optional.empty();
        }
    }

    Thread thread() {
        return thread;
    }

    void takeBack() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "The JVM is ending; the hook goes with it.", e);
        }
    }
}
