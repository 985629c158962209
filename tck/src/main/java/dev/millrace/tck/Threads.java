package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;

/** The threads of this JVM, to see that none is left behind. */
public final class Threads {

    private Threads() {}

    /** Those running now. */
    public static Set<Thread> running() {
        return Set.copyOf(Thread.getAllStackTraces().keySet());
    }

    /** Waits until every other thread has ended, but for those that the JVM and JUnit keep. */
    public static void awaitNoneBut(Set<Thread> known, Duration patience) throws InterruptedException {
        for (Thread thread : running()) {
            if (!known.contains(thread) && !isKept(thread)) {
                thread.join(Math.max(1, patience.toMillis()));
                assertThat(thread.isAlive())
                        .describedAs("thread \"%s\" lives on after close", thread.getName())
                        .isFalse();
            }
        }
    }

    private static boolean isKept(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getName().equals("system")
                || thread.getName().startsWith("ForkJoinPool.commonPool")
                || thread.getName().startsWith("junit-");
    }
}
