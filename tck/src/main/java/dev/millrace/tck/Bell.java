package dev.millrace.tck;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Rung by every handler of a bench when it has seen something, so that a test can wait for several at once. */
record Bell(ReentrantLock lock, Condition rung) {

    Bell() {
        this(new ReentrantLock());
    }

    private Bell(ReentrantLock lock) {
        this(lock, lock.newCondition());
    }
}
