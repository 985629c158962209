package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonbCodecTest {

    public record Line(String sku, int quantity) {}

    public record Order(String id, BigDecimal total, List<Line> lines) {}

    public static final class Knot {
        public Knot self = this;
    }

    private static final Order ORDER =
            new Order("o-1", new BigDecimal("19.90"), List.of(new Line("Grüße", 1), new Line("東京 😀", 2)));

    private static BrokerMessage message(byte[] payload) {
        return BrokerMessage.builder("orders", payload).build();
    }

    private static BrokerMessage message(String payload) {
        return message(payload.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recordArrivesAsItWasSent() {
        byte[] sent = OutgoingMessage.to("orders", ORDER).encode(PayloadCodec.jsonb());

        assertThat(message(sent).json(Order.class)).isEqualTo(ORDER);
    }

    @Test
    void genericTypeIsDecodedInFull() {
        byte[] sent =
                OutgoingMessage.to("orders", Map.of("first", List.of(ORDER))).encode(PayloadCodec.jsonb());

        assertThat(message(sent).json(new TypeToken<Map<String, List<Order>>>() {}))
                .isEqualTo(Map.of("first", List.of(ORDER)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "not json", "[1,2]", "\"text\"", "{\"id\":", "{\"id\":\"o-1\"}}", "{\"id\":\"o-1\"} {}"
            })
    void payloadThatDoesNotFitIsTold(String payload) {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> message(payload).json(Order.class))
                .withMessageStartingWith("A payload of " + payload.length() + " bytes does not fit "
                        + Order.class.getName() + " as JSON: ");
    }

    @Test
    void jsonNullIsNoPayload() {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> message("null").json(Order.class))
                .withMessage("A payload of JSON null does not fit " + Order.class.getName() + ".");
    }

    @Test
    void illFormedUtf8IsToldBeforeJsonIsTried() {
        byte[] bytes = {'"', (byte) 0x80, '"'};

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> message(bytes).json(String.class))
                .withMessage("A payload of 3 bytes is not UTF-8 text. Read it as bytes.");
    }

    @Test
    void objectThatJsonCannotHoldIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutgoingMessage.to("orders", new Knot()).encode(PayloadCodec.jsonb()))
                .withMessageStartingWith("A payload of dev.millrace.JsonbCodecTest$Knot cannot be written as JSON: ")
                .withMessageEndingWith(". Publish a type that JSON-B can map, or text or bytes.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"}\"}",
                "{\"a\":\"\\\"} {\"}\n",
                " { \"a\" : \"[{\" , \"b\" : [ {} , [ ] ] }\r\n\t ",
                "[\"\\\\\"]",
                "\"x y\"",
                "17 ",
                " -0.5e+10",
                "true",
            })
    void oneValueWithWhateverInItIsWhole(String json) {
        assertThat(message(json).json(Object.class)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "17 18",
                "17,18",
                "17abc",
                "00123",
                "12.",
                "17\f",
                "1{}",
                "true,false",
                "true\nfalse",
                "\"a\" \"b\"",
                "\"a\",",
                "[] []",
                "[],",
                "{}{}"
            })
    void secondValueIsToldNotPassedOver(String json) {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> message(json).json(Object.class))
                .withMessageStartingWith(
                        "A payload of " + json.length() + " bytes does not fit java.lang.Object as JSON: ");
    }
}
