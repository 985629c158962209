package dev.millrace.memory.internal;

import static dev.millrace.StartAt.AUTO;
import static dev.millrace.StartAt.EARLIEST;
import static dev.millrace.StartAt.LATEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import dev.millrace.RetryPolicy;
import dev.millrace.StartAt;
import dev.millrace.memory.internal.GroupStart.Position;
import dev.millrace.spi.FailurePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicTest {

    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final Rules RULES =
            new Rules(new FailurePolicy(RetryPolicy.DEFAULT, Set.of(), false), Duration.ofSeconds(60), true);

    private final Topic topic = new Topic();

    private Entry append(Instant now) {
        return topic.append(now, null, new byte[0], Map.of());
    }

    private void append(int count) {
        for (int i = 0; i < count; i++) {
            append(T0);
        }
    }

    private static void ackNext(Member member) {
        member.take(T0).map(Step.Deliver.class::cast).orElseThrow().lease().ack();
    }

    @Test
    void whatWasDroppedSinceTheFirstInstantIsToldToWhoStartsThere() {
        append(3);
        topic.trim(2, true);

        Cursor cursor = topic.cursor(dev.millrace.Position.at(Instant.EPOCH));

        assertThat(cursor.next(1))
                .singleElement()
                .satisfies(reading ->
                        assertThat(reading.gap()).contains(new Cursor.Gap(EntryId.ZERO, OptionalLong.empty())));
    }

    @ParameterizedTest(name = "{0}, first group {1} s old: {2}, passing over {3}")
    @CsvSource({
        "EARLIEST, 0, BEGINNING, 0",
        "EARLIEST, 600, BEGINNING, 0",
        "LATEST, 0, PRESENT, 3",
        "LATEST, 600, PRESENT, 3",
        "AUTO, 0, BEGINNING, 0",
        "AUTO, 599, BEGINNING, 0",
        "AUTO, 600, PRESENT, 3"
    })
    void newGroupStartsByTheAgeOfTheFirstGroup(StartAt startAt, long age, Position position, int passedOver) {
        topic.group("first", AUTO, T0);
        append(3);
        GroupStart start = topic.group("second", startAt, T0.plusSeconds(age));
        assertThat(start.position()).isEqualTo(position);
        assertThat(start.passedOver()).isEqualTo(passedOver);
        assertThat(start.group().join("c", RULES).hasWork(T0)).isEqualTo(position == Position.BEGINNING);
    }

    @Test
    void topicWithoutAGroupIsNewHoweverOldItsEntriesAre() {
        append(3);
        assertThat(topic.group("first", AUTO, T0.plus(Duration.ofDays(30))).position())
                .isEqualTo(Position.BEGINNING);
    }

    @Test
    void existingGroupGoesOnWhereItWasWhateverIsAskedFor() {
        Group group = topic.group("g", EARLIEST, T0).group();
        GroupStart again = topic.group("g", LATEST, T0);
        assertThat(again.group()).isSameAs(group);
        assertThat(again.position()).isEqualTo(Position.EXISTING);
    }

    @Test
    void topicWithoutAGroupIsTrimmedToItsLength() {
        append(10);
        topic.trim(4, false);
        assertThat(topic.size()).isEqualTo(4);
    }

    @Test
    void whatOneGroupHasNotAckedIsKept() {
        Member fast = topic.group("fast", EARLIEST, T0).group().join("c", RULES);
        Member slow = topic.group("slow", EARLIEST, T0).group().join("c", RULES);
        append(10);
        for (int i = 0; i < 10; i++) {
            ackNext(fast);
        }
        ackNext(slow);
        ackNext(slow);
        slow.take(T0);
        topic.trim(4, false);
        assertThat(topic.size()).isEqualTo(8);
    }

    @Test
    void whatEveryGroupHasAckedIsTrimmedToTheLength() {
        Member member = topic.group("g", EARLIEST, T0).group().join("c", RULES);
        append(10);
        for (int i = 0; i < 10; i++) {
            ackNext(member);
        }
        topic.trim(4, false);
        assertThat(topic.size()).isEqualTo(4);
    }

    @ParameterizedTest(name = "{0} ms later with a window of {1} ms: known is {2}")
    @CsvSource({"0, 1000, true", "999, 1000, true", "1000, 1000, false", "0, 0, false"})
    void idempotencyKeyIsKnownWithinItsWindow(long later, long window, boolean known) {
        topic.remember("k", append(T0));
        assertThat(topic.publishedUnder("k", T0.plusMillis(later), Duration.ofMillis(window))
                        .isPresent())
                .isEqualTo(known);
    }

    @Test
    void idempotencyKeysOutOfTheirWindowAreForgotten() {
        for (int i = 0; i < 100; i++) {
            topic.remember("k" + i, append(T0));
        }
        topic.publishedUnder("other", T0.plusSeconds(120), Duration.ofSeconds(120));
        assertThat(topic.keys()).isZero();
    }
}
