package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;

/** Which of the waiting commands goes out, and which has waited too long for that. */
class CallQueueTest {

    /** As {@code System.nanoTime()} may be: near the end of its range, so that a deadline is beyond it. */
    private static final long NOW = Long.MAX_VALUE - 1_000_000;

    private final CallQueue queue = new CallQueue(Duration.ofSeconds(2));

    private Call waiting(Duration left) {
        Call call = new Call(Resp.command("PING"), NOW + left.toNanos(), null);
        queue.add(call);
        return call;
    }

    @Test
    void commandsAreTakenInTheOrderInWhichTheyCame() {
        Call first = waiting(Duration.ofSeconds(2));
        Call second = waiting(Duration.ofSeconds(1));

        assertThat(queue.take()).isSameAs(first);
        assertThat(queue.take()).isSameAs(second);
        assertThat(queue.take()).isNull();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void oneThatItsCallerGaveUpIsNotTaken() {
        Call givenUp = waiting(Duration.ofSeconds(2));
        Call wanted = waiting(Duration.ofSeconds(2));
        givenUp.cancel();

        assertThat(queue.take()).isSameAs(wanted);
    }

    @Test
    void oneWithATwentiethOfTheTimeOutLeftIsLate() {
        Call late = waiting(Duration.ofMillis(100));

        assertThat(queue.takeLate(NOW)).isSameAs(late);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void oneWithMoreLeftIsNotLateAndStays() {
        Call inTime = waiting(Duration.ofMillis(101));

        assertThat(queue.takeLate(NOW)).isNull();
        assertThat(queue.take()).isSameAs(inTime);
    }

    @Test
    void lateOneBehindOneInTimeWaitsForItsTurn() {
        Call inTime = waiting(Duration.ofSeconds(1));
        Call late = waiting(Duration.ofMillis(-5));

        assertThat(queue.takeLate(NOW)).isNull();
        assertThat(queue.take()).isSameAs(inTime);
        assertThat(queue.takeLate(NOW)).isSameAs(late);
    }

    @Test
    void oneThatItsCallerGaveUpDoesNotHideALateOne() {
        waiting(Duration.ofSeconds(2)).cancel();
        Call late = waiting(Duration.ofMillis(1));

        assertThat(queue.takeLate(NOW)).isSameAs(late);
    }

    @Test
    void timeLeftIsThatOfTheFirst() {
        waiting(Duration.ofMillis(700));
        waiting(Duration.ofMillis(300));

        assertThat(queue.timeLeft(NOW)).isEqualTo(Duration.ofMillis(700));
    }

    @Test
    void timeLeftIsNeverNothing() {
        waiting(Duration.ofSeconds(-1));

        assertThat(queue.timeLeft(NOW)).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void timeLeftIsTheTimeOutWhereNoneWaits() {
        assertThat(queue.timeLeft(NOW)).isEqualTo(Duration.ofSeconds(2));
    }
}
