package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import dev.millrace.redis.internal.policy.TailPlan.Read;
import dev.millrace.redis.internal.policy.TailPlan.Seat;
import org.junit.jupiter.api.Test;

class TailPlanTest {

    private static EntryId id(long millis) {
        return new EntryId(millis, 0);
    }

    @Test
    void nobodyIsReadForWhereNobodyHasRoom() {
        assertThat(TailPlan.of(List.<Seat<String>>of()).isEmpty()).isTrue();
    }

    @Test
    void thoseThatHaveComeEquallyFarShareARead() {
        TailPlan<String> plan = TailPlan.of(List.of(
                new Seat<>("a", "orders", id(5)), new Seat<>("b", "orders", id(5)), new Seat<>("c", "prices", id(1))));

        assertThat(plan.behind()).isEmpty();
        assertThat(plan.ahead())
                .containsExactlyInAnyOrder(
                        new Read<>("orders", id(5), List.of("a", "b")), new Read<>("prices", id(1), List.of("c")));
    }

    @Test
    void whoIsBehindCatchesUpFromWhereItIs() {
        TailPlan<String> plan = TailPlan.of(List.of(
                new Seat<>("far", "orders", id(9)),
                new Seat<>("old", "orders", id(1)),
                new Seat<>("older", "orders", EntryId.ZERO)));

        assertThat(plan.behind())
                .containsExactly(
                        new Read<>("orders", EntryId.ZERO, List.of("older")),
                        new Read<>("orders", id(1), List.of("old")));
        assertThat(plan.ahead()).containsExactly(new Read<>("orders", id(9), List.of("far")));
        assertThat(plan.furthest("orders")).isEqualTo(id(9));
    }

    @Test
    void pageIsSmallAtFirstAndForLargeEntriesAndGrowsForSmallOnes() {
        PageSize size = new PageSize(100);
        assertThat(size.of(1)).isEqualTo(8);

        size.learn(8, 8 * 1_000);
        size.learn(8, 8 * 1_000);
        assertThat(size.of(1)).isGreaterThan(30);
        for (int i = 0; i < 10; i++) {
            size.learn(100, 100_000);
        }
        assertThat(size.of(1)).isEqualTo(100);

        size.learn(1, 16 << 20);
        assertThat(size.of(1)).isEqualTo(1);
    }

    @Test
    void pageIsSharedByTheStreamsOfARead() {
        PageSize size = new PageSize(100);
        for (int i = 0; i < 3; i++) {
            size.learn(1, 64 << 10);
        }

        assertThat(size.of(1)).isEqualTo(100);
        assertThat(size.of(16)).isEqualTo(8);
    }
}
