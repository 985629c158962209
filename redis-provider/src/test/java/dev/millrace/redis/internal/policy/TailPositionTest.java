package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

import dev.millrace.Position;
import dev.millrace.redis.internal.policy.TailPosition.Gap;
import org.junit.jupiter.api.Test;

/** Entries here are 1-0, 2-0, and so on, so that an id is its rank. */
class TailPositionTest {

    private static EntryId id(long rank) {
        return new EntryId(rank, 0);
    }

    private static List<EntryId> page(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(TailPositionTest::id)
                .toList();
    }

    /** A stream that holds these, of which none was deleted singly. */
    private static StreamExtent holding(long first, long last) {
        return new StreamExtent(
                Optional.of(id(first)), id(last), last - first + 1, OptionalLong.of(last), Optional.empty());
    }

    /** The same on a server that counts nothing. */
    private static StreamExtent uncounted(long first, long last) {
        return new StreamExtent(
                Optional.of(id(first)), id(last), last - first + 1, OptionalLong.empty(), Optional.empty());
    }

    private static TailPosition latest(StreamExtent now) {
        return TailPosition.start(Position.latest(), now);
    }

    private static TailPosition after(long id) {
        return TailPosition.start(Position.after(id + "-0"), holding(1, 100));
    }

    @Test
    void latestIsTheGreatestIdThereEverWas() {
        assertThat(latest(holding(91, 100)).reached()).isEqualTo(id(100));
        assertThat(latest(StreamExtent.NONE).reached()).isEqualTo(EntryId.ZERO);
    }

    @Test
    void instantBeginsAtItsFirstMillisecond() {
        TailPosition position = TailPosition.start(Position.at(Instant.ofEpochMilli(50)), holding(1, 100));

        assertThat(position.reached().compareTo(id(50))).isNegative();
        assertThat(position.reached().compareTo(new EntryId(49, Long.MAX_VALUE)))
                .isPositive();
    }

    @Test
    void instantToComePassesOverWhatComesBefore() {
        TailPosition position = TailPosition.start(Position.at(Instant.ofEpochMilli(150)), holding(1, 100));

        assertThat(position.reached()).isEqualTo(id(100));
        assertThat(position.wants(id(149))).isFalse();
        assertThat(position.wants(id(150))).isTrue();
        assertThat(position.isAheadOf(holding(1, 100))).isFalse();
    }

    @Test
    void readingOnWhileTheStreamReachesBackIsNoGap() {
        TailPosition.Step step = after(10).take(page(11, 20), 10, holding(10, 100));

        assertThat(step.gap()).isEmpty();
        assertThat(step.next().reached()).isEqualTo(id(20));
    }

    @Test
    void trimmedUpToTheVeryPlaceIsNoGap() {
        TailPosition at = latest(holding(1, 100));

        assertThat(at.take(page(101, 110), 10, holding(101, 110)).gap()).isEmpty();
    }

    @Test
    void whatWasTrimmedIsCountedExactly() {
        TailPosition at = latest(holding(1, 100));

        assertThat(at.take(page(151, 160), 10, holding(151, 160)).gap())
                .contains(new Gap(id(100), OptionalLong.of(50)));
    }

    @Test
    void whatIsTrimmedSinceTheReadIsNotMissing() {
        TailPosition at = latest(holding(1, 100));

        // 101 to 110 were read, and 101 to 105 are gone by now.
        assertThat(at.take(page(101, 110), 10, holding(106, 115)).gap()).isEmpty();
    }

    @Test
    void countGoesOnFromWhatWasTakenOfAPage() {
        TailPosition.Step step = latest(holding(1, 100)).take(page(101, 110), 4, holding(101, 110));

        assertThat(step.next().reached()).isEqualTo(id(104));
        assertThat(step.next().take(page(131, 140), 10, holding(131, 140)).gap())
                .contains(new Gap(id(104), OptionalLong.of(26)));
    }

    @Test
    void placeInTheMiddleLearnsItsCountAtTheEnd() {
        TailPosition atEnd = after(50).take(page(51, 100), 50, holding(40, 100)).next();

        assertThat(atEnd.rank()).hasValue(100);
        assertThat(atEnd.take(page(121, 130), 10, holding(121, 130)).gap())
                .contains(new Gap(id(100), OptionalLong.of(20)));
    }

    @Test
    void placeWhoseCountIsUnknownTellsOfAGapWithoutOne() {
        assertThat(after(50).take(page(61, 70), 10, holding(61, 100)).gap())
                .contains(new Gap(id(50), OptionalLong.empty()));
    }

    @Test
    void beginningMissesNothingThatWasTrimmedBefore() {
        TailPosition beginning = TailPosition.start(Position.earliest(), holding(91, 100));

        TailPosition.Step step = beginning.take(page(91, 100), 10, holding(91, 100));
        assertThat(step.gap()).isEmpty();
        assertThat(step.next().rank()).hasValue(100);
    }

    @Test
    void deletionsBehindTheFirstEntrySpoilTheCountAndMakeNoGap() {
        StreamExtent withHole =
                new StreamExtent(Optional.of(id(101)), id(110), 5, OptionalLong.of(110), Optional.of(id(107)));

        assertThat(latest(holding(90, 100)).take(page(101, 105), 5, withHole).gap())
                .get()
                .extracting(Gap::count)
                .isEqualTo(OptionalLong.empty());
        assertThat(latest(holding(90, 100))
                        .take(
                                page(101, 105),
                                5,
                                new StreamExtent(
                                        Optional.of(id(95)), id(110), 9, OptionalLong.of(110), Optional.of(id(107))))
                        .gap())
                .isEmpty();
    }

    @Test
    void deletionOfEverythingBeforeIsNoGap() {
        StreamExtent emptied =
                new StreamExtent(Optional.of(id(101)), id(101), 1, OptionalLong.of(101), Optional.of(id(100)));

        assertThat(latest(holding(1, 100)).take(page(101, 101), 1, emptied).gap())
                .isEmpty();
    }

    @Test
    void streamBornAgainTellsOnlyWhatItLostItself() {
        TailPosition at = latest(holding(1, 100));

        StreamExtent reborn = new StreamExtent(Optional.of(id(203)), id(210), 8, OptionalLong.of(10), Optional.empty());
        assertThat(at.take(page(203, 210), 8, reborn).gap()).contains(new Gap(id(100), OptionalLong.of(2)));
    }

    @Test
    void serverThatCountsNothingStillTellsOfAGap() {
        TailPosition at = latest(uncounted(91, 100));

        assertThat(at.take(page(151, 160), 10, uncounted(151, 160)).gap())
                .contains(new Gap(id(100), OptionalLong.empty()));
        assertThat(at.take(page(101, 110), 10, uncounted(96, 110)).gap()).isEmpty();
    }

    @Test
    void streamBehindThePlaceIsAnotherOne() {
        assertThat(after(50).isAheadOf(holding(1, 49))).isTrue();
        assertThat(after(50).isAheadOf(holding(1, 50))).isFalse();
        assertThat(after(50).isAheadOf(StreamExtent.NONE)).isTrue();
    }

    @Test
    void rewindGoesToTheLastKnownEntryOrToTheBeginning() {
        RecentIds recent = new RecentIds();
        page(40, 60).forEach(recent::add);

        assertThat(TailPosition.rewound(recent.upTo(id(50))).reached()).isEqualTo(id(50));
        assertThat(TailPosition.rewound(recent.upTo(id(30)))).isEqualTo(TailPosition.BEGINNING);
        recent.forgetAfter(id(50));
        assertThat(recent.upTo(id(60))).contains(id(50));
    }

    @Test
    void recentIdsAreBounded() {
        RecentIds recent = new RecentIds();
        page(1, 10_000).forEach(recent::add);

        assertThat(recent.upTo(id(10_000 - 1_024))).isEmpty();
        assertThat(recent.upTo(id(10_000))).contains(id(10_000));
    }
}
