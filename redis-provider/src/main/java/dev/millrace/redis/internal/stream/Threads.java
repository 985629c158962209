package dev.millrace.redis.internal.stream;

import java.util.concurrent.ThreadFactory;

/** The provider's own threads, which run no code of the application but what follows the stage of a publication. */
final class Threads {

    private Threads() {}

    /** Daemon threads that hold on to no class loader but the one that loaded this provider. */
    static ThreadFactory daemon(String name) {
        return work -> {
            Thread thread = new Thread(null, work, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(Threads.class.getClassLoader());
            return thread;
        };
    }
}
