package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

import org.jspecify.annotations.Nullable;

/**
 * The managed threads of each module of the application, asked for while the module starts. Whoever asks later may be
 * a request, whose caller the threads would then act for (CTX-5). Thread-safe.
 */
final class ModuleThreads {

    private static final System.Logger LOG = System.getLogger(ModuleThreads.class.getName());

    private final Map<@Nullable ClassLoader, Optional<ThreadFactory>> factories = new LinkedHashMap<>();

    /** Takes those of the module that the calling thread starts. */
    synchronized void take() {
        ClassLoader module = Thread.currentThread().getContextClassLoader();
        if (factories.getOrDefault(module, Optional.empty()).isEmpty()) {
            Optional<ThreadFactory> found = ServerNaming.managedThreads();
            factories.put(module, found);
            if (found.isEmpty() && ServerNaming.isServer()) {
                LOG.log(Level.WARNING, ServerProblems.noManagedThreads());
            }
        }
    }

    /** Takes them ahead of the module's start, if they can be had that early. */
    synchronized void takeEarly() {
        ServerNaming.managedThreads()
                .ifPresent(found -> factories.put(Thread.currentThread().getContextClassLoader(), Optional.of(found)));
    }

    /** Takes them unless a module has started: then it is none that asks. */
    synchronized void takeFirst() {
        if (factories.isEmpty()) {
            take();
        }
    }

    /**
     * Has subscriptions made for a class as if the class's module made them, where that has begun. Which thread tells of
     * an application's start is chance: in an EAR it may be another module's.
     */
    void inModuleOf(Class<?> type, Runnable subscribing) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (hasBegun(type.getClassLoader())) {
            thread.setContextClassLoader(type.getClassLoader());
        }
        try {
            subscribing.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private synchronized boolean hasBegun(@Nullable ClassLoader module) {
        return factories.getOrDefault(module, Optional.empty()).isPresent();
    }

    /**
     * A factory for a subscription that the calling thread makes: that of the thread's module, else of the first one.
     *
     * @param name what the threads are called in a dump
     */
    synchronized Optional<ThreadFactory> named(String name) {
        return factories
                .getOrDefault(
                        Thread.currentThread().getContextClassLoader(),
                        factories.values().stream().findFirst().orElse(Optional.empty()))
                .map(factory -> named(factory, name));
    }

    private static ThreadFactory named(ThreadFactory factory, String name) {
        return work -> factory.newThread(() -> {
            Thread.currentThread()
                    .setName("millrace-" + name + "-" + Thread.currentThread().getId());
            work.run();
        });
    }
}
