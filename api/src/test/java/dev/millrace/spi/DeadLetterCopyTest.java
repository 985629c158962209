package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

import dev.millrace.BrokerMessage;
import dev.millrace.DeadLetter;
import dev.millrace.DeadLetter.Reason;
import dev.millrace.DeadLetterHeaders;
import dev.millrace.PayloadCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DeadLetterCopyTest {

    private static final Instant DIED = Instant.parse("2026-03-01T12:00:00.123Z");
    private static final Instant COPIED = Instant.parse("2026-03-01T12:00:01Z");
    private static final byte[] PAYLOAD = {(byte) 0xff, 0, 1};

    private static BrokerMessage message(Map<String, String> headers) {
        return BrokerMessage.builder("orders", PAYLOAD)
                .id("7-0")
                .event("placed")
                .headers(headers)
                .deliveries(5)
                .build();
    }

    private static BrokerMessage entry(Map<String, String> headers) {
        return BrokerMessage.builder("orders.dead", PAYLOAD)
                .id("9-0")
                .event("placed")
                .headers(headers)
                .publishedAt(COPIED)
                .build();
    }

    private static DeadLetter read(Map<String, String> headers) {
        return DeadLetterCopy.read("orders", entry(headers), PayloadCodec.jsonb());
    }

    private static Map<String, String> copied(BrokerMessage message, Throwable failure) {
        return DeadLetterCopy.headers(message, Reason.MAX_DELIVERIES, "billing", "host-1", failure, DIED);
    }

    @Test
    void copySaysWhyBesideTheMessagesOwnHeaders() {
        assertThat(copied(message(Map.of("tenant", "a", "", "empty name")), new IllegalStateException("no stock")))
                .isEqualTo(Map.ofEntries(
                        Map.entry("tenant", "a"),
                        Map.entry("", "empty name"),
                        Map.entry("x-dead-letter-reason", "max-deliveries"),
                        Map.entry("x-dead-letter-topic", "orders"),
                        Map.entry("x-dead-letter-group", "billing"),
                        Map.entry("x-dead-letter-id", "7-0"),
                        Map.entry("x-dead-letter-consumer", "host-1"),
                        Map.entry("x-dead-letter-deliveries", "5"),
                        Map.entry("x-dead-letter-exception", "java.lang.IllegalStateException"),
                        Map.entry("x-dead-letter-message", "no stock"),
                        Map.entry("x-dead-letter-at", "2026-03-01T12:00:00.123Z")));
    }

    @Test
    void unknownFailureAddsNoException() {
        assertThat(copied(message(Map.of()), null))
                .doesNotContainKeys(DeadLetterHeaders.EXCEPTION, DeadLetterHeaders.MESSAGE);
    }

    @Test
    void failureWithoutAMessageAddsItsClassAlone() {
        assertThat(copied(message(Map.of()), new IllegalStateException()))
                .containsKey(DeadLetterHeaders.EXCEPTION)
                .doesNotContainKey(DeadLetterHeaders.MESSAGE);
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void letterIsReadBackAsItWasWritten(Reason reason) {
        BrokerMessage message = message(Map.of("tenant", "a"));
        DeadLetter letter = read(DeadLetterCopy.headers(
                message, reason, "billing", "host-1", new IllegalStateException("no stock"), DIED));

        assertThat(letter.id()).isEqualTo("9-0");
        assertThat(letter.reason()).isEqualTo(reason);
        assertThat(letter.topic()).isEqualTo("orders");
        assertThat(letter.group()).isEqualTo("billing");
        assertThat(letter.messageId()).isEqualTo("7-0");
        assertThat(letter.consumer()).isEqualTo("host-1");
        assertThat(letter.deliveries()).isEqualTo(5);
        assertThat(letter.exception()).contains("java.lang.IllegalStateException");
        assertThat(letter.exceptionMessage()).contains("no stock");
        assertThat(letter.at()).isEqualTo(DIED);
    }

    @Test
    void messageIsReadBackAsItWasPublished() {
        BrokerMessage read = read(copied(message(Map.of("tenant", "a")), null)).message();

        assertThat(read.id()).isEqualTo("7-0");
        assertThat(read.topic()).isEqualTo("orders");
        assertThat(read.event()).contains("placed");
        assertThat(read.payload()).isEqualTo(PAYLOAD);
        assertThat(read.headers()).isEqualTo(Map.of("tenant", "a"));
        assertThat(read.deliveries()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        // what fills the message up to the cut, the character at the cut, bytes kept
        "1024, '', 1024",
        "1024, a, 1024",
        "1023, é, 1023",
        "1022, é, 1024",
        "1022, €, 1022",
        "1021, €, 1024",
        "1021, 😀, 1021",
        "1022, 😀, 1022",
        "1023, 😀, 1023",
        "1020, 😀, 1024",
    })
    void messageIsCutBetweenCharactersAtOneKibibyte(int fill, String atTheCut, int kept) {
        String whole = "x".repeat(fill) + atTheCut + "tail".repeat(atTheCut.isEmpty() ? 0 : 1);
        String cut = copied(message(Map.of()), new RuntimeException(whole)).get(DeadLetterHeaders.MESSAGE);

        assertThat(cut.getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(1024)
                .hasSizeGreaterThanOrEqualTo(kept);
        assertThat(whole).startsWith(cut);
    }

    @Test
    void secondDeathReplacesTheHeadersOfTheFirst() {
        Map<String, String> first = copied(message(Map.of("tenant", "a")), new RuntimeException("first"));

        assertThat(copied(message(first), null))
                .containsEntry("tenant", "a")
                .doesNotContainKeys(DeadLetterHeaders.EXCEPTION, DeadLetterHeaders.MESSAGE);
    }

    @Test
    void applicationsOwnHeaderThatBeginsAlikeIsKept() {
        Map<String, String> headers = copied(message(Map.of("x-dead-letter-note", "call me")), null);

        assertThat(read(headers).message().headers()).isEqualTo(Map.of("x-dead-letter-note", "call me"));
    }

    @Test
    void entryOfAnotherProgramIsReadAsFarAsItGoes() {
        DeadLetter letter = read(Map.of("tenant", "a"));

        assertThat(letter.reason()).isEqualTo(Reason.UNKNOWN);
        assertThat(letter.group()).isEmpty();
        assertThat(letter.consumer()).isEmpty();
        assertThat(letter.messageId()).isEqualTo("9-0");
        assertThat(letter.deliveries()).isZero();
        assertThat(letter.message().deliveries()).isEqualTo(1);
        assertThat(letter.exception()).isEmpty();
        assertThat(letter.exceptionMessage()).isEmpty();
        assertThat(letter.at()).isEqualTo(COPIED);
    }

    @Test
    void nonsenseInTheHeadersIsReadAsUnknown() {
        DeadLetter letter = read(Map.of(
                DeadLetterHeaders.REASON, "because",
                DeadLetterHeaders.DELIVERIES, "-7",
                DeadLetterHeaders.AT, "yesterday"));

        assertThat(letter.reason()).isEqualTo(Reason.UNKNOWN);
        assertThat(letter.deliveries()).isZero();
        assertThat(letter.at()).isEqualTo(COPIED);
    }

    @Test
    void requeuedMessageIsForTheGroupThatFailedOnly() {
        Map<String, String> headers = DeadLetterCopy.requeueHeaders(read(copied(message(Map.of("tenant", "a")), null)));

        assertThat(headers).isEqualTo(Map.of("tenant", "a", "x-millrace-group", "billing"));
        assertThat(DeadLetterCopy.onlyGroup(headers)).contains("billing");
    }

    @Test
    void requeuedEntryOfAnotherProgramIsForAllGroups() {
        assertThat(DeadLetterCopy.onlyGroup(DeadLetterCopy.requeueHeaders(read(Map.of("tenant", "a")))))
                .isEmpty();
    }

    @Test
    void messageRequeuedBeforeDoesNotNameItsOldGroup() {
        assertThat(copied(message(Map.of(DeadLetterHeaders.REQUEUED_TO, "billing")), null))
                .doesNotContainKey(DeadLetterHeaders.REQUEUED_TO);
    }

    @Test
    void handlerDoesNotSeeTheReservedHeader() {
        assertThat(DeadLetterCopy.visibleHeaders(Map.of("tenant", "a", DeadLetterHeaders.REQUEUED_TO, "billing")))
                .isEqualTo(Map.of("tenant", "a"));
    }
}
