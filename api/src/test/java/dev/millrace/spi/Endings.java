package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Takes down how deliveries ended, and where. */
final class Endings implements Consumer<Outcome> {

    record Ending(Outcome outcome, Thread thread, boolean interrupted) {}

    private final BlockingQueue<Ending> endings = new LinkedBlockingQueue<>();

    @Override
    public void accept(Outcome outcome) {
        Thread thread = Thread.currentThread();
        endings.add(new Ending(outcome, thread, thread.isInterrupted()));
    }

    Ending next() throws InterruptedException {
        return Objects.requireNonNull(endings.poll(30, TimeUnit.SECONDS), "no delivery ended in time");
    }

    Outcome outcome() throws InterruptedException {
        return next().outcome();
    }

    Throwable failure() throws InterruptedException {
        Outcome outcome = outcome();
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).cause();
    }

    /** That none ended beyond those taken. */
    void noMore() {
        assertThat(endings).isEmpty();
    }
}
