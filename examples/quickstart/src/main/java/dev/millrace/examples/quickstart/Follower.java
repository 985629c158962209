package dev.millrace.examples.quickstart;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.DeadLetter;
import dev.millrace.DeadLetters;
import dev.millrace.MessageBroker;
import dev.millrace.StartAt;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the {@link Report} up with the broker, so that it knows of what other processes publish, handle and give
 * up. Each process follows in a group of its own, consuming by hand, since each has to see everything.
 */
@ApplicationScoped
class Follower {

    /** Orders older than this when we start are those of an earlier run. */
    private static final Duration SAME_RUN = Duration.ofMinutes(10);

    private static final int PAGE = 100;

    @Inject
    ConsumerRegistry consumers;

    @Inject
    MessageBroker broker;

    @Inject
    Report report;

    private Instant since = Instant.MAX;
    private @Nullable String lastDeadLetter;

    void start() {
        since = Instant.now().minus(SAME_RUN);
        ConsumerOptions own =
                ConsumerOptions.group("report-" + UUID.randomUUID()).startAt(StartAt.EARLIEST);
        consumers.consume(Topics.PLACED, own, this::placed);
        consumers.consume(Topics.HANDLED, own, message -> report.handled(message.json(Handled.class)));
    }

    private void placed(BrokerMessage order) {
        if (order.publishedAt().isAfter(since)) {
            report.readBack(order.id());
        }
    }

    /** Takes in the dead letters that came since the last call. */
    synchronized void collectDeadLetters() {
        DeadLetters deadLetters = broker.deadLetters(Topics.PLACED);
        List<DeadLetter> page;
        do {
            page = lastDeadLetter == null ? deadLetters.list(PAGE) : deadLetters.listAfter(lastDeadLetter, PAGE);
            for (DeadLetter letter : page) {
                report.gaveUp(letter);
                lastDeadLetter = letter.id();
            }
        } while (page.size() == PAGE);
    }
}
