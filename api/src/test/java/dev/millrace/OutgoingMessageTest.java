package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingMessageTest {

    private static final OutgoingMessage MESSAGE = OutgoingMessage.to("orders", "payload");

    static Stream<Arguments> badValues() {
        return Stream.of(
                bad(
                        () -> OutgoingMessage.to(null, "x"),
                        "topic: a name is needed (was null). Give one that is not blank."),
                bad(
                        () -> OutgoingMessage.to(" \t", "x"),
                        "topic: a name is needed (was \" \t\"). Give one that is not blank."),
                bad(
                        () -> OutgoingMessage.to("orders", null),
                        "payload of topic orders: a value is needed (was null). Give one."),
                bad(
                        () -> MESSAGE.header(null, "x"),
                        "header name of topic orders: a value is needed (was null). Give one."),
                bad(
                        () -> MESSAGE.header("tenant", null),
                        "header tenant of topic orders: a value is needed (was null). Give one."),
                bad(() -> MESSAGE.headers(null), "headers of topic orders: a value is needed (was null). Give one."),
                bad(
                        () -> MESSAGE.headers(Collections.singletonMap("tenant", null)),
                        "header tenant of topic orders: a value is needed (was null). Give one."),
                bad(() -> MESSAGE.event(null), "event: a name is needed (was null). Give one that is not blank."),
                bad(() -> MESSAGE.event(""), "event: a name is needed (was \"\"). Give one that is not blank."),
                bad(
                        () -> MESSAGE.idempotencyKey(" "),
                        "idempotencyKey: a name is needed (was \" \"). Give one that is not blank."));
    }

    private static Arguments bad(ThrowingCallable call, String message) {
        return arguments(call, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("badValues")
    void badValueIsRefusedWhereItIsGiven(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\r\n", "x\r\ny: z", "\u0000", "ключ", "😀", "\"\\{}"})
    void everyOtherHeaderIsCarriedAsItIs(String odd) {
        assertThat(MESSAGE.header(odd, odd).headers()).isEqualTo(Map.of(odd, odd));
    }

    @Test
    void laterHeaderOfTheSameNameReplacesTheEarlier() {
        assertThat(MESSAGE.header("a", "1")
                        .headers(Map.of("a", "2"))
                        .header("A", "3")
                        .headers())
                .isEqualTo(Map.of("a", "2", "A", "3"));
    }

    @Test
    void headersKeepTheirOrderAndAreCopied() {
        Map<String, String> given = new LinkedHashMap<>();
        given.put("z", "1");
        given.put("a", "2");
        OutgoingMessage message = MESSAGE.headers(given);
        given.put("later", "3");

        assertThat(message.headers().keySet()).containsExactly("z", "a");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> message.headers().put("b", "4"));
    }

    @EventName("order.placed")
    record Placed(String id) {}

    record Paid(String id) {}

    @Test
    void eventIsNamedByItsClassOrTheAnnotationOfIt() {
        assertThat(OutgoingMessage.event("orders", new Placed("o-1")).event()).contains("order.placed");
        assertThat(OutgoingMessage.event("orders", new Paid("o-1")).event()).contains(Paid.class.getName());
        assertThat(OutgoingMessage.event("orders", new Paid("o-1")).payload()).isEqualTo(new Paid("o-1"));
    }

    @EventName("order.state")
    enum State {
        OPEN {
            @Override
            boolean isOver() {
                return false;
            }
        };

        abstract boolean isOver();
    }

    enum Kind {
        GIFT {
            @Override
            public String toString() {
                return "a gift";
            }
        }
    }

    @Test
    void eventOfAConstantWithABodyIsNamedByItsEnum() {
        assertThat(OutgoingMessage.event("orders", State.OPEN).event()).contains("order.state");
        assertThat(OutgoingMessage.event("orders", Kind.GIFT).event()).contains(Kind.class.getName());
    }

    @Test
    void changedCopyLeavesTheOriginal() {
        OutgoingMessage changed = MESSAGE.header("a", "1").event("placed").idempotencyKey("k");

        assertThat(changed.topic()).isEqualTo("orders");
        assertThat(changed.payload()).isEqualTo("payload");
        assertThat(changed.event()).contains("placed");
        assertThat(changed.idempotencyKey()).contains("k");
        assertThat(MESSAGE.headers()).isEmpty();
        assertThat(MESSAGE.event()).isEmpty();
        assertThat(MESSAGE.idempotencyKey()).isEmpty();
    }

    @Test
    void textGoesAsUtf8WhateverItsClass() {
        StringBuilder text = new StringBuilder("Grüße 😀");

        assertThat(OutgoingMessage.to("orders", text).encode(PayloadCodec.jsonb()))
                .isEqualTo("Grüße 😀".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "\ude00", "a\ud83dz", "\ude00\ud83d", "ok 😀 then \ud83d"})
    void halfASurrogatePairIsToldNotReplaced(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutgoingMessage.to("orders", text).encode(PayloadCodec.jsonb()))
                .withMessageMatching("A text of \\d+ characters cannot be written as UTF-8 "
                        + "\\(half a surrogate pair at \\d+\\)\\. Publish it as bytes\\.");
    }

    @Test
    void bytesGoAsTheyAreInACopy() {
        byte[] bytes = {(byte) 0xff, 0, 13, 10};
        byte[] encoded = OutgoingMessage.to("orders", bytes).encode(PayloadCodec.jsonb());

        assertThat(encoded).isEqualTo(bytes).isNotSameAs(bytes);
    }

    @Test
    void anythingElseGoesThroughTheCodec() {
        assertThat(OutgoingMessage.to("orders", Map.of("id", 1)).encode(PayloadCodec.jsonb()))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"id\":1}");
    }

    @Test
    void textForLogsHoldsNeitherPayloadNorHeaderValue() {
        assertThat(OutgoingMessage.to("orders", "secret")
                        .header("token", "secret")
                        .event("placed"))
                .hasToString("OutgoingMessage[topic=orders, event=placed, headers=[token]]");
    }

    @Test
    void nameThatCannotBeWrittenIsRefused() {
        OutgoingMessage message = OutgoingMessage.to("orders", "x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.event("placed\ud83d"))
                .withMessageContaining("event")
                .withMessageContaining("half a surrogate pair at 6");
        assertThatIllegalArgumentException().isThrownBy(() -> OutgoingMessage.to("\udc00", "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> message.idempotencyKey("\ud83d-1"));
        assertThat(message.event("placed\ud83d\ude00").event()).contains("placed\ud83d\ude00");
    }
}
