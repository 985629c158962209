package dev.millrace.cdi;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/** The applications that are up with these classes: one, where the classes come with the application. */
final class Deployments {

    private static final Set<ConsumesExtension> UP = new CopyOnWriteArraySet<>();

    private Deployments() {}

    /** Up from before its start on, so that a stop meanwhile finds it; unless the start fails. */
    static void add(ConsumesExtension extension, Runnable start) {
        UP.add(extension);
        try {
            start.run();
        } catch (RuntimeException | Error e) {
            UP.remove(extension);
            throw e;
        }
    }

    static void remove(ConsumesExtension extension) {
        UP.remove(extension);
    }

    /** The application, where there is just one. */
    static Optional<ConsumesExtension> only() {
        List<ConsumesExtension> up = List.copyOf(UP);
        return up.size() == 1 ? Optional.of(up.get(0)) : Optional.empty();
    }
}
