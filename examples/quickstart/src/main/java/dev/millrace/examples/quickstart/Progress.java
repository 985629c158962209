package dev.millrace.examples.quickstart;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerException;

/** Says how far the run has come: a terminal gets a live line, a pipe a line a second. */
@ApplicationScoped
class Progress {

    private static final int TICK_MILLIS = 200;
    private static final int TICKS_PER_LINE = 5;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });

    @Inject
    Report report;

    @Inject
    Follower follower;

    private int ticks;
    private String last = "";

    @SuppressWarnings("FutureReturnValueIgnored")
    void start() {
        timer.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @PreDestroy
    void stop() {
        timer.shutdownNow();
    }

    private void tick() {
        try {
            follower.collectDeadLetters();
        } catch (BrokerException | IllegalStateException e) {
            // The broker is away, or closed already: the line below still tells what is known.
            System.getLogger(Progress.class.getName()).log(System.Logger.Level.DEBUG, "no dead letters read", e);
        }
        String line = report.progress();
        if (Screen.isTerminal()) {
            Screen.live(line);
        } else if (++ticks % TICKS_PER_LINE == 0 && !line.equals(last)) {
            Screen.print(line);
            last = line;
        }
    }
}
