package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConsumerOptionsTest {

    private static final ConsumerOptions OPTIONS = ConsumerOptions.group("billing");

    @Test
    void defaultsLeaveTheBrokersInForce() {
        assertThat(OPTIONS.group()).isEqualTo("billing");
        assertThat(OPTIONS.concurrency()).isEqualTo(1);
        assertThat(OPTIONS.startAt()).isEqualTo(StartAt.AUTO);
        assertThat(OPTIONS.ack()).isEqualTo(AckMode.AUTO);
        assertThat(OPTIONS.deadLetterOn()).isEmpty();
        assertThat(OPTIONS.maxDeliveries()).isEmpty();
        assertThat(OPTIONS.retryAfter()).isEmpty();
        assertThat(OPTIONS.maxRuntime()).isEmpty();
        assertThat(OPTIONS.threads()).isEmpty();
        assertThat(OPTIONS.consumer()).isEmpty();
    }

    @Test
    void everyOptionIsKept() {
        ThreadFactory threads = Thread::new;
        ConsumerOptions options = OPTIONS.concurrency(8)
                .startAt(StartAt.LATEST)
                .ack(AckMode.MANUAL)
                .deadLetterOn(Set.of(IOException.class))
                .maxDeliveries(3)
                .retryAfter(Duration.ZERO)
                .maxRuntime(Duration.ofMinutes(1))
                .orderedBy("customer")
                .events(Set.of("placed"))
                .unhandled(Unhandled.DEAD_LETTER)
                .consumer("billing-1")
                .threads(threads);

        assertThat(options.group()).isEqualTo("billing");
        assertThat(options.concurrency()).isEqualTo(8);
        assertThat(options.consumer()).contains("billing-1");
        assertThat(options.startAt()).isEqualTo(StartAt.LATEST);
        assertThat(options.ack()).isEqualTo(AckMode.MANUAL);
        assertThat(options.deadLetterOn()).isEqualTo(Set.of(IOException.class));
        assertThat(options.maxDeliveries()).hasValue(3);
        assertThat(options.retryAfter()).contains(Duration.ZERO);
        assertThat(options.maxRuntime()).contains(Duration.ofMinutes(1));
        assertThat(options.orderedBy()).contains("customer");
        assertThat(options.events()).containsExactly("placed");
        assertThat(options.unhandled()).isEqualTo(Unhandled.DEAD_LETTER);
        assertThat(options.threads()).containsSame(threads);
    }

    @Test
    void nameThatBrokersKeepForThemselvesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.consumer("~released"))
                .withMessageContainingAll("consumer", "~released");
    }

    @Test
    void changedCopyLeavesTheOriginal() {
        ConsumerOptions changed = OPTIONS.concurrency(2);

        assertThat(changed.concurrency()).isEqualTo(2);
        assertThat(OPTIONS.concurrency()).isEqualTo(1);
    }

    @Test
    void setOfFailuresIsCopied() {
        Set<Class<? extends Throwable>> failures = new HashSet<>();
        ConsumerOptions options = OPTIONS.deadLetterOn(failures);
        failures.add(IOException.class);

        assertThat(options.deadLetterOn()).isEmpty();
    }

    @Test
    void policyInForceTakesWhatIsSetOverTheDefaults() {
        RetryPolicy defaults = new RetryPolicy(7, Duration.ofSeconds(1));

        assertThat(OPTIONS.retryPolicy(defaults)).isEqualTo(defaults);
        assertThat(OPTIONS.maxDeliveries(2).retryPolicy(defaults)).isEqualTo(new RetryPolicy(2, Duration.ofSeconds(1)));
        assertThat(OPTIONS.retryAfter(Duration.ZERO).retryPolicy(defaults))
                .isEqualTo(new RetryPolicy(7, Duration.ZERO));
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                bad(
                        () -> ConsumerOptions.group(null),
                        "group: a name is needed (was null). Give one that is not blank."),
                bad(
                        () -> ConsumerOptions.group(" "),
                        "group: a name is needed (was \" \"). Give one that is not blank."),
                bad(() -> OPTIONS.concurrency(0), "concurrency: must be at least 1 (was 0). Raise it."),
                bad(
                        () -> OPTIONS.orderedBy(" "),
                        "orderedBy: a name is needed (was \" \"). Give one that is not blank."),
                bad(() -> OPTIONS.startAt(null), "startAt: a value is needed (was null). Give one."),
                bad(() -> OPTIONS.ack(null), "ack: a value is needed (was null). Give one."),
                bad(() -> OPTIONS.deadLetterOn(null), "deadLetterOn: a value is needed (was null). Give one."),
                bad(
                        () -> OPTIONS.deadLetterOn(Collections.singleton(null)),
                        "a class of deadLetterOn: a value is needed (was null). Give one."),
                bad(() -> OPTIONS.maxDeliveries(0), "maxDeliveries: must be at least 1 (was 0). Raise it."),
                bad(() -> OPTIONS.retryAfter(null), "retryAfter: a value is needed (was null). Give one."),
                bad(
                        () -> OPTIONS.retryAfter(Duration.ofSeconds(-1)),
                        "retryAfter: must be between 0 and 365 days (was PT-1S). Change it."),
                bad(
                        () -> OPTIONS.maxRuntime(Duration.ZERO),
                        "maxRuntime: must be longer than zero (was PT0S). Leave it out for no limit."),
                bad(
                        () -> OPTIONS.maxRuntime(Duration.ofDays(366)),
                        "maxRuntime: must be between 0 and 365 days (was PT8784H). Change it."),
                bad(() -> OPTIONS.threads(null), "threads: a value is needed (was null). Give one."));
    }

    private static Arguments bad(ThrowingCallable call, String message) {
        return arguments(call, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("badValues")
    void badValueIsRefusedWhereItIsGiven(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }
}
