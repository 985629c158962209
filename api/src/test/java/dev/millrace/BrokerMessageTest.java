package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class BrokerMessageTest {

    private static BrokerMessage.Builder builder(String payload) {
        return BrokerMessage.builder("orders", payload.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void everythingGivenIsThere() {
        Instant at = Instant.parse("2026-03-01T12:00:00Z");
        BrokerMessage message = builder("hello")
                .id("7-0")
                .event("placed")
                .header("tenant", "a")
                .headers(Map.of("Tenant", "b"))
                .deliveries(3)
                .publishedAt(at)
                .build();

        assertThat(message.id()).isEqualTo("7-0");
        assertThat(message.topic()).isEqualTo("orders");
        assertThat(message.event()).contains("placed");
        assertThat(message.text()).isEqualTo("hello");
        assertThat(message.headers()).isEqualTo(Map.of("tenant", "a", "Tenant", "b"));
        assertThat(message.header("tenant")).contains("a");
        assertThat(message.header("TENANT")).isEmpty();
        assertThat(message.deliveries()).isEqualTo(3);
        assertThat(message.publishedAt()).isEqualTo(at);
    }

    @Test
    void builtWithNothingElseItIsAFirstDelivery() {
        BrokerMessage message = builder("").build();

        assertThat(message.id()).isEqualTo("0-0");
        assertThat(message.event()).isEmpty();
        assertThat(message.headers()).isEmpty();
        assertThat(message.deliveries()).isEqualTo(1);
        assertThat(message.publishedAt()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void payloadGivenOutIsACopy() {
        BrokerMessage message = builder("hello").build();
        message.payload()[0] = 'j';

        assertThat(message.text()).isEqualTo("hello");
    }

    @Test
    void headersAreUnmodifiableAndNotTheBuildersOwn() {
        BrokerMessage.Builder builder = builder("hello").header("a", "1");
        BrokerMessage message = builder.build();
        builder.header("b", "2");

        assertThat(message.headers()).isEqualTo(Map.of("a", "1"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> message.headers().clear());
    }

    @Test
    void illFormedTextIsToldAndItsBytesStayReadable() {
        byte[] bytes = {'a', (byte) 0xc3, (byte) 0x28};
        BrokerMessage message = BrokerMessage.builder("orders", bytes).build();

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(message::text)
                .withMessage("A payload of 3 bytes is not UTF-8 text. Read it as bytes.");
        assertThat(message.payload()).isEqualTo(bytes);
    }

    @Test
    void codecGivenDecodes() {
        PayloadCodec codec = new PayloadCodec() {
            @Override
            public String contentType() {
                return "application/x-lengths";
            }

            @Override
            public byte[] encode(Object payload) {
                throw new IllegalArgumentException("not asked for");
            }

            @Override
            public Object decode(byte[] payload, java.lang.reflect.Type type) {
                return List.of(payload.length, type.getTypeName());
            }
        };
        BrokerMessage message = builder("hello").codec(codec).build();

        assertThat(message.json(new TypeToken<List<Object>>() {}))
                .isEqualTo(List.of(5, "java.util.List<java.lang.Object>"));
    }

    @Test
    void badValuesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BrokerMessage.builder(" ", new byte[0]))
                .withMessage("topic: a name is needed (was \" \"). Give one that is not blank.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BrokerMessage.builder("orders", null))
                .withMessage("payload: a value is needed (was null). Give one.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder("").deliveries(0))
                .withMessage("deliveries: must be at least 1 (was 0). Raise it.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder("").header("tenant", null))
                .withMessage("header tenant: a value is needed (was null). Give one.");
    }

    @Test
    void textForLogsHoldsNoContent() {
        assertThat(builder("secret")
                        .id("7-0")
                        .event("placed")
                        .header("token", "secret")
                        .build())
                .hasToString("BrokerMessage[topic=orders, id=7-0, event=placed, deliveries=1, 6 bytes]");
    }
}
