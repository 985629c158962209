package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;

import dev.millrace.redis.internal.policy.ReadPlan.Appetite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DLV-4, OPT-1, RDS-9: what one read asks for, over all topics of a group. */
class ReadPlanTest {

    private static final long PLENTY = 32 << 20;

    private static Appetite appetite(int slots, int ahead, int limit) {
        return new Appetite(slots, ahead, limit, 0, false);
    }

    private static Appetite ofEntries(long bytes) {
        return new Appetite(1, 99, 99, bytes, false);
    }

    private static Appetite withBacklog(int slots, int ahead) {
        return new Appetite(slots, ahead, 100, 0, true);
    }

    private static ReadPlan plan(Appetite... appetites) {
        return ReadPlan.of(List.of(appetites), 100, PLENTY, false);
    }

    @ParameterizedTest
    @CsvSource({
        // free slots, room to hold, limit of what is held -> read
        "1, 0,  0,   true",
        "0, 0,  0,   false",
        "0, 49, 100, false",
        "0, 50, 100, true",
        "1, 10, 100, true",
        "0, 0,  100, false",
        "0, 1,  1,   true",
    })
    void topicIsReadWithAFreeSlotOrHalfOfItsRoom(int slots, int ahead, int limit, boolean read) {
        assertThat(plan(appetite(slots, ahead, limit)).topics().isEmpty()).isEqualTo(!read);
    }

    @ParameterizedTest
    @CsvSource({
        // topics, free slots, room to hold -> count
        "1,   1,   0,   1",
        "1,   1,   100, 100",
        "1,   500, 0,   100",
        "1,   3,   10,  13",
        "2,   1,   100, 50",
        "30,  1,   100, 3",
        "200, 1,   100, 1",
    })
    void countIsTheRoomAndShrinksWithTheTopics(int topics, int slots, int ahead, int count) {
        List<Appetite> all = Collections.nCopies(topics, appetite(slots, ahead, ahead));
        ReadPlan plan = ReadPlan.of(all, 100, PLENTY, false);
        assertThat(plan.topics()).hasSize(topics);
        assertThat(plan.count()).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource({
        // bytes an entry, bytes that may still be held -> count
        "200,     33554432, 100",
        "200000,  33554432, 100",
        "2000000, 33554432, 16",
        "200000,  1000000,  5",
        "200000,  100000,   1",
        "200000,  0,        1",
        "200000,  -5000000, 1",
        "0,       1000,     100",
    })
    void countShrinksWithTheSizeOfTheEntries(long entryBytes, long bytes, int count) {
        assertThat(ReadPlan.of(List.of(ofEntries(entryBytes)), 100, bytes, false)
                        .count())
                .isEqualTo(bytes > 0 ? count : 1);
    }

    @Test
    void withoutBytesLeftOnlyTopicsWithAFreeSlotAreRead() {
        List<Appetite> appetites = List.of(appetite(0, 100, 100), appetite(2, 100, 100));
        ReadPlan plan = ReadPlan.of(appetites, 100, 0, false);
        assertThat(plan.topics()).containsExactly(1);
    }

    @Test
    void topicWithoutRoomIsLeftOut() {
        ReadPlan plan = plan(appetite(0, 0, 0), appetite(1, 9, 9), appetite(0, 10, 100));
        assertThat(plan.topics()).containsExactly(1);
        assertThat(plan.count()).isEqualTo(10);
    }

    @Test
    void littleRoomOfOneCountsForAll() {
        ReadPlan plan = plan(appetite(1, 0, 0), withBacklog(1, 100));
        assertThat(plan.topics()).containsExactly(0, 1);
        assertThat(plan.count()).isEqualTo(1);
        assertThat(plan.onlyBacklogs()).isFalse();
    }

    @Test
    void everyOtherReadIsForTheBacklogsAlone() {
        ReadPlan plan = ReadPlan.of(List.of(appetite(1, 0, 0), withBacklog(0, 80)), 100, PLENTY, true);
        assertThat(plan.topics()).containsExactly(1);
        assertThat(plan.count()).isEqualTo(80);
        assertThat(plan.onlyBacklogs()).isTrue();
    }

    @Test
    void whereAllHaveABacklogNoneIsLeftOut() {
        ReadPlan plan = ReadPlan.of(List.of(withBacklog(1, 10), withBacklog(0, 80)), 100, PLENTY, true);
        assertThat(plan.topics()).containsExactly(0, 1);
        assertThat(plan.onlyBacklogs()).isFalse();
    }
}
