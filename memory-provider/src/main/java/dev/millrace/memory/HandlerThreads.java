package dev.millrace.memory;

import java.util.concurrent.ThreadFactory;

import org.jspecify.annotations.Nullable;

/** Marks the threads that handlers run on with the topics they work for. */
final class HandlerThreads implements ThreadFactory {

    private static final ThreadLocal<@Nullable Store> WORKS_FOR = new ThreadLocal<>();

    private final ThreadFactory factory;
    private final Store store;

    HandlerThreads(ThreadFactory factory, Store store) {
        this.factory = factory;
        this.store = store;
    }

    @Override
    public Thread newThread(Runnable work) {
        return factory.newThread(() -> {
            WORKS_FOR.set(store);
            try {
                work.run();
            } finally {
                WORKS_FOR.remove();
            }
        });
    }

    static boolean isOneOf(Store store) {
        return WORKS_FOR.get() == store;
    }
}
