package dev.millrace.examples.quickstart;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import dev.millrace.BrokerException;
import dev.millrace.ConsumerRegistry;

/** One run, from the first order to the totals. */
@ApplicationScoped
class Run {

    private static final Duration DRAIN = Duration.ofSeconds(15);

    @Inject
    Feed feed;

    @Inject
    Follower follower;

    @Inject
    Progress progress;

    @Inject
    Report report;

    @Inject
    Work work;

    @Inject
    ConsumerRegistry consumers;

    /** A singleton rather than application-scoped, so that those who wait for it do so without a proxy in between. */
    @Produces
    @Singleton
    static Report newReport() {
        return new Report();
    }

    /** Publishes, and waits until all is handled, or for ever. Returns whether the input was published whole. */
    boolean perform(Input input, Options options) throws InterruptedException {
        work.takes(options.work());
        follower.start();
        progress.start();
        boolean whole = publish(input);
        report.fed();
        report.awaitFinished();
        if (options.keepRunning()) {
            Screen.print("All orders are handled. Staying until Ctrl-C.");
            new CountDownLatch(1).await();
        }
        return whole;
    }

    int published() {
        return report.published();
    }

    private boolean publish(Input input) {
        try {
            feed.publishAll(input);
            if (report.published() == 0) {
                Screen.print(input.name() + ": no order in it. One JSON object a line is needed.");
            }
            return true;
        } catch (IOException | BrokerException e) {
            Screen.print(input.name() + ": publishing ends at line " + feed.lines() + ". " + e.getMessage());
            return false;
        }
    }

    /**
     * Ends the run, in the same way when all is handled and when it was told to stop: what a handler has in hand is
     * finished and counted, then the totals are printed.
     *
     * @return whether they add up
     */
    boolean end() {
        if (report.left() > 0) {
            Screen.print("Draining: " + report.inHand() + " in hand, which are finished first.");
        }
        consumers.drain(DRAIN);
        progress.stop();
        collectDeadLetters();
        if (report.orders() > 0) {
            Summary.of(report).forEach(Screen::print);
        }
        if (report.left() > 0) {
            Screen.print(
                    "What is left waits in the broker for the next run; a broker in memory is gone with its process.");
        }
        if (feed.skipped() > 0) {
            Screen.print(feed.skipped() + " of " + feed.lines() + " lines were no orders and were skipped.");
        }
        return report.addsUp();
    }

    private void collectDeadLetters() {
        try {
            follower.collectDeadLetters();
        } catch (BrokerException e) {
            Screen.print("The last dead letters are not counted. " + e.getMessage());
        }
    }
}
