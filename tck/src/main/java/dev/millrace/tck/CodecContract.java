package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.millrace.PayloadCodec;
import dev.millrace.PayloadException;
import dev.millrace.TypeToken;
import org.jspecify.annotations.Nullable;

/** What every codec of objects can do: the test class of one implements this. */
public interface CodecContract {

    /** An enum as the publisher has it. */
    enum Wider {
        LOW,
        HIGH,
        EXTREME
    }

    /** The same enum in an older consumer. */
    enum Narrower {
        LOW,
        HIGH
    }

    /** A part of a payload. */
    record Line(String sku, int quantity) {}

    /** A payload with parts. */
    record Order(
            String id,
            BigDecimal total,
            List<Line> lines,
            @Nullable Line gift) {}

    /** Numbers at their ends. */
    record Numbers(long least, long most, double fraction, BigInteger big, BigDecimal exact, boolean yes) {}

    /** What {@code java.time} has. */
    record Times(Instant instant, LocalDate date, LocalDateTime local, OffsetDateTime offset, Duration duration) {}

    /** A payload that has grown. */
    record Grown(String id, Wider level, String added, List<Line> moreAdded) {}

    /** The same in an older consumer. */
    record Old(String id, Narrower level) {}

    /** The same in a newer consumer. */
    record New(String id, Wider level, @Nullable String note) {}

    /** What may be missing. */
    record Maybe(Optional<String> there, Optional<String> absent) {}

    /** A payload around another. */
    final class Envelope<T> {
        /** The payload inside. */
        public @Nullable T content;

        /** How often it was sent. */
        public int sent;

        /** An empty one. */
        public Envelope() {}
    }

    /** A whole number, as a consumer has it that expects no large ones. */
    record Count(int count) {}

    /** A payload in a payload in a payload. */
    record Link(@Nullable Link next) {}

    /** What no codec can write. */
    final class Knot {
        /** Itself. */
        public Knot self = this;

        /** One that holds itself. */
        public Knot() {}
    }

    /** The codec under test. */
    PayloadCodec codec();

    /** A payload that is not of the codec's form, or of a value and something after it. */
    List<byte[]> malformed();

    /** The payload that stands for nothing. */
    byte[] nothing();

    /** A payload of objects, each but the last with the one inside it as {@code next}. */
    byte[] nested(int levels);

    @Assertion("MSG-4")
    default void recordArrivesAsItWasSent() {
        Order order =
                new Order("Zoë 東京 🎉", new BigDecimal("19.90"), List.of(new Line("a", 1), new Line("", -2)), null);

        assertThat(there(order, Order.class)).isEqualTo(order);
    }

    @Assertion("MSG-4")
    default void genericTypesArriveInFull() {
        List<Line> lines = List.of(new Line("a", 1), new Line("b", 2));
        Map<String, List<Line>> byName = Map.of("first", lines);

        assertThat(there(lines, new TypeToken<List<Line>>() {})).isEqualTo(lines);
        assertThat(there(byName, new TypeToken<Map<String, List<Line>>>() {})).isEqualTo(byName);
    }

    @Assertion("MSG-4")
    default void genericClassIsDecodedToItsTypeArgument() {
        Envelope<Line> envelope = new Envelope<>();
        envelope.content = new Line("a", 1);
        envelope.sent = 2;

        Envelope<Line> arrived = there(envelope, new TypeToken<Envelope<Line>>() {});

        assertThat(arrived.content).isEqualTo(new Line("a", 1));
        assertThat(arrived.sent).isEqualTo(2);
    }

    @Assertion("MSG-4")
    default void numbersAreExact() {
        Numbers numbers = new Numbers(
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0.1,
                new BigInteger("123456789012345678901234567890"),
                new BigDecimal("1234567890123456789.012345678901234567890"),
                true);

        assertThat(there(numbers, Numbers.class)).isEqualTo(numbers);
    }

    @Assertion("MSG-4")
    default void wholeNumberOutOfRangeDoesNotFit() {
        // Cut to its lower bits it would be 1.
        Map<String, Long> large = Map.of("count", 4_294_967_297L);

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> there(large, Count.class))
                .withMessageContaining(Count.class.getName());
        assertThat(List.of(Integer.class, Short.class, Byte.class))
                .allSatisfy(type -> assertThatExceptionOfType(PayloadException.class)
                        .isThrownBy(() -> there(4_294_967_297L, type)));
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> there(BigInteger.ONE.shiftLeft(64), Long.class));
    }

    @Assertion("MSG-4")
    default void fractionDoesNotFitAWholeNumber() {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> there(Map.of("count", 1.5), Count.class))
                .withMessageContaining(Count.class.getName());
    }

    @Assertion("MSG-4")
    default void halfASurrogatePairIsRefusedOrArrives() {
        assertRefusedOrArrives(new Line("a\ud83d", 1), TypeToken.of(Line.class));
    }

    @Assertion("MSG-4")
    default void halfASurrogatePairInTheNameOfAFieldIsRefusedOrArrives() {
        assertRefusedOrArrives(Map.of("a\ud83d", 1), new TypeToken<Map<String, Integer>>() {});
        assertRefusedOrArrives(List.of(Map.of("\udc00a", 1)), new TypeToken<List<Map<String, Integer>>>() {});
    }

    private void assertRefusedOrArrives(Object payload, TypeToken<?> type) {
        byte[] sent;
        try {
            sent = codec().encode(payload);
        } catch (IllegalArgumentException refused) {
            return;
        }
        assertThat(codec().decode(sent, type.type())).isEqualTo(payload);
    }

    @Assertion("MSG-4")
    default void timesArriveToTheNanosecondAndWithTheirOffset() {
        Times times = new Times(
                Instant.parse("2026-11-29T12:00:00.123456789Z"),
                LocalDate.of(2026, 2, 28),
                LocalDateTime.of(2026, 3, 29, 2, 30),
                OffsetDateTime.of(2026, 7, 1, 23, 59, 59, 1, ZoneOffset.ofHoursMinutes(5, 30)),
                Duration.ofSeconds(90, 5));

        assertThat(there(times, Times.class)).isEqualTo(times);
    }

    @Assertion("MSG-4")
    default void optionalIsItsValueOrEmpty() {
        Maybe maybe = new Maybe(Optional.of("x"), Optional.empty());

        assertThat(there(maybe, Maybe.class)).isEqualTo(maybe);
    }

    @Assertion("MSG-4")
    default void unknownPropertiesArePassedOver() {
        Grown grown = new Grown("o-1", Wider.HIGH, "added", List.of(new Line("a", 1)));

        assertThat(there(grown, Old.class)).isEqualTo(new Old("o-1", Narrower.HIGH));
    }

    @Assertion("MSG-4")
    default void missingPropertyIsNull() {
        assertThat(there(new Old("o-1", Narrower.LOW), New.class)).isEqualTo(new New("o-1", Wider.LOW, null));
    }

    @Assertion("MSG-4")
    default void unknownEnumValueDoesNotFit() {
        Grown grown = new Grown("o-1", Wider.EXTREME, "added", List.of());

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> there(grown, Old.class))
                .withMessageContaining(Old.class.getName());
    }

    @Assertion("MSG-4")
    default void payloadOfAnotherShapeDoesNotFit() {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> there(List.of("a", "b"), Order.class))
                .withMessageContaining(Order.class.getName());
    }

    @Assertion("MSG-4")
    default void listDoesNotFitOneOfItsElements() {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> there(List.of(new Line("a", 1), new Line("b", 2)), Line.class))
                .withMessageContaining(Line.class.getName());
    }

    @Assertion("MSG-4")
    default void payloadNestedTooDeepDoesNotFit() {
        assertThat(codec().decode(nested(2), Link.class)).isEqualTo(new Link(new Link(null)));
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> codec().decode(nested(100_000), Link.class))
                .withMessageContaining(Link.class.getName());
    }

    @Assertion("MSG-4")
    default void malformedPayloadDoesNotFit() {
        assertThat(malformed())
                .allSatisfy(payload -> assertThatExceptionOfType(PayloadException.class)
                        .describedAs(Arrays.toString(payload))
                        .isThrownBy(() -> codec().decode(payload, Line.class)));
    }

    @Assertion("MSG-4")
    default void payloadOfNothingDoesNotFit() {
        assertThatExceptionOfType(PayloadException.class).isThrownBy(() -> codec().decode(nothing(), Line.class));
    }

    @Assertion("MSG-4")
    default void whatCannotBeWrittenIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec().encode(new Knot()))
                .withMessageContaining(Knot.class.getName());
    }

    @Assertion("MSG-4")
    default void listThatHoldsItselfIsRefused() {
        List<Object> list = new ArrayList<>();
        list.add(list);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec().encode(list))
                .withMessageContaining(ArrayList.class.getName());
    }

    @Assertion("MSG-4")
    default void payloadOfAnotherCodecIsNotAccepted() {
        assertThat(codec().accepts(codec().contentType())).isTrue();
        assertThat(codec().accepts("application/vnd.other-binary")).isFalse();
    }

    private Object there(Object payload, Class<?> type) {
        return codec().decode(codec().encode(payload), type);
    }

    @SuppressWarnings("unchecked")
    private <T> T there(Object payload, TypeToken<T> type) {
        return (T) codec().decode(codec().encode(payload), type.type());
    }
}
