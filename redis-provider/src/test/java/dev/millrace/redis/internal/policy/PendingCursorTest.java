package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

class PendingCursorTest {

    private static PendingRow row(String id) {
        return new PendingRow(id, "me", Duration.ZERO, 1);
    }

    @Test
    void fullPageIsPassed() {
        assertThat(PendingCursor.START.past(List.of(row("1-0"), row("2-5")), 2).from())
                .isEqualTo("(2-5");
    }

    @Test
    void shortPageIsTheLast() {
        assertThat(new PendingCursor("(9-0").past(List.of(row("10-0")), 2)).isEqualTo(PendingCursor.START);
    }

    @Test
    void emptyPageIsTheLast() {
        assertThat(new PendingCursor("(9-0").past(List.of(), 2).atStart()).isTrue();
    }

    @Test
    void rowThatFoundNoSlotComesFirstNextTime() {
        assertThat(PendingCursor.START.before(row("7-1")).from()).isEqualTo("7-1");
    }
}
