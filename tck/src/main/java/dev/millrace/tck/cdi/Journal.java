package dev.millrace.tck.cdi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What the beans of an application under test have to say, in order. It outlives the container. Thread-safe. */
public final class Journal {

    private final Duration patience;
    private final List<String> lines = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition written = lock.newCondition();

    Journal(Duration patience) {
        this.patience = patience;
    }

    /** Writes a line. */
    public void add(String line) {
        lock.lock();
        try {
            lines.add(line);
            written.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Every line so far. */
    public List<String> lines() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /** Every line so far that begins so, without its beginning. */
    public List<String> lines(String beginning) {
        return lines().stream()
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.substring(beginning.length()))
                .toList();
    }

    /** Waits until this many lines begin so, and returns them without their beginning. */
    public List<String> await(String beginning, int count) {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (lines(beginning).size() < count) {
                if (left <= 0) {
                    throw new AssertionError("awaited " + count + " lines that begin with \"" + beginning + "\" within "
                            + patience + ". The journal says " + lines + ".");
                }
                left = written.awaitNanos(left);
            }
            return lines(beginning);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the journal was awaited", e);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a line is exactly this. */
    public void await(String line) {
        await(line, 1);
    }
}
