package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.PayloadException;
import dev.millrace.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailurePolicyTest {

    private static final RetryPolicy RETRY = new RetryPolicy(3, Duration.ofSeconds(5));
    private static final Set<Class<? extends Throwable>> LISTED = Set.of(IOException.class);

    private static Throwable causedBy(Throwable cause) {
        return new IllegalStateException("outer", new RuntimeException(cause));
    }

    private static Throwable inACircle() {
        Exception first = new Exception("first");
        first.initCause(new Exception("second", first));
        return first;
    }

    static Stream<Arguments> failures() {
        Verdict five = new Verdict.Retry(Duration.ofSeconds(5));
        Verdict ten = new Verdict.Retry(Duration.ofSeconds(10));
        Verdict exhausted = new Verdict.GiveUp(Reason.MAX_DELIVERIES);
        Verdict payload = new Verdict.GiveUp(Reason.PAYLOAD);
        Verdict listed = new Verdict.GiveUp(Reason.DEAD_LETTER_ON);
        return Stream.of(
                arguments("first failure", 1, new RuntimeException(), five),
                arguments("second failure", 2, new RuntimeException(), ten),
                arguments("last failure", 3, new RuntimeException(), exhausted),
                arguments("past the last, as after a lowered allowance", 9, new RuntimeException(), exhausted),
                arguments("nothing known, as after a crash", 1, null, five),
                arguments("nothing known and none left", 3, null, exhausted),
                arguments("an Error", 1, new StackOverflowError(), five),
                arguments("a payload that does not fit", 1, new PayloadException("x", null), payload),
                arguments("one deep in the causes", 1, causedBy(new PayloadException("x", null)), payload),
                arguments("one on the last delivery", 3, new PayloadException("x", null), payload),
                arguments("a listed failure", 1, new IOException(), listed),
                arguments("a subclass of a listed one", 1, new FileNotFoundException(), listed),
                arguments("a listed one deep in the causes", 1, causedBy(new IOException()), listed),
                arguments("a listed one on the last delivery", 3, new IOException(), listed),
                arguments("causes in a circle", 1, inACircle(), five));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void failureIsJudged(String ignored, int deliveries, Throwable failure, Verdict verdict) {
        assertThat(new FailurePolicy(RETRY, LISTED, false).after(deliveries, failure))
                .isEqualTo(verdict);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void onADeadLetterTopicEverythingIsRetriedAtTheCappedGap(
            String ignored, int deliveries, Throwable failure, Verdict elsewhere) {
        assertThat(new FailurePolicy(RETRY, LISTED, true).after(deliveries, failure))
                .isEqualTo(new Verdict.Retry(Duration.ofSeconds(160)));
    }

    @Test
    void aDeadLetterTopicIsNotRetriedWithoutAPauseEvenWithoutAGap() {
        FailurePolicy policy = new FailurePolicy(new RetryPolicy(5, Duration.ZERO), LISTED, true);

        assertThat(policy.after(1, new IOException())).isEqualTo(new Verdict.Retry(Duration.ofSeconds(1)));
    }

    @Test
    void setIsCopied() {
        Set<Class<? extends Throwable>> listed = new HashSet<>();
        FailurePolicy policy = new FailurePolicy(RETRY, listed, false);
        listed.add(IOException.class);

        assertThat(policy.after(1, new IOException())).isInstanceOf(Verdict.Retry.class);
    }
}
