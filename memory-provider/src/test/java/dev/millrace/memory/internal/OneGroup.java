package dev.millrace.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

import dev.millrace.RetryPolicy;
import dev.millrace.StartAt;
import dev.millrace.spi.FailurePolicy;

/** A topic with one group that has every entry, and what tests of its members do again and again. */
final class OneGroup {

    static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

    final Topic topic = new Topic();
    final Group group = topic.group("g", StartAt.EARLIEST, T0).group();

    static Rules rules(int maxDeliveries, int retryAfter, int claimAfter) {
        RetryPolicy retry = new RetryPolicy(maxDeliveries, Duration.ofSeconds(retryAfter));
        return new Rules(new FailurePolicy(retry, Set.of(), false), Duration.ofSeconds(claimAfter), true);
    }

    Entry append() {
        return append(Map.of());
    }

    Entry append(Map<String, String> headers) {
        return topic.append(T0, null, new byte[0], headers);
    }

    static Instant at(long seconds) {
        return T0.plusSeconds(seconds);
    }

    static Lease deliver(Member member, Instant now) {
        return member.take(now)
                .filter(Step.Deliver.class::isInstance)
                .map(Step.Deliver.class::cast)
                .orElseThrow(() -> new AssertionError("nothing to deliver at " + now))
                .lease();
    }

    static void failTimes(Member member, int times) {
        Instant now = T0;
        for (int i = 0; i < times; i++) {
            deliver(member, now).fail(T0, null);
            now = at(1_000_000);
        }
    }
}
