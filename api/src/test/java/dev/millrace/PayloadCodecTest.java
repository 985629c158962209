package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Type;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadCodecTest {

    private static final byte[] BYTES = {'5'};

    /** Decodes everything to the number of its bytes. */
    private record Counting(String contentType) implements PayloadCodec {
        @Override
        public byte[] encode(Object payload) {
            return BYTES;
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return payload.length;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, application/json, true",
        "application/json, 'Application/JSON; charset=utf-8', true",
        "application/json, application/problem+json, true",
        "application/json, text/plain, true",
        "application/json, text/json, true",
        "application/json, application/cbor, false",
        "application/json, application/xml, false",
        "application/msgpack, application/x-msgpack, true",
        "application/msgpack, application/vnd.msgpack, true",
        "application/msgpack, application/vnd.reading.v1+msgpack, true",
        "application/msgpack, application/json, false",
        "application/msgpack, text/plain, false",
        "application/cbor, application/senml+cbor, true"
    })
    void codecAcceptsItsOwnFormatAndJsonTextToo(String own, String marked, boolean accepted) {
        assertThat(new Counting(own).accepts(marked)).isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource({
        "content-type, application/cbor, false",
        "Content-Type, application/cbor, false",
        "content-type, application/octet-stream, true",
        "content-type, order v2, true",
        "x-type, application/cbor, true"
    })
    void messageThatIsMarkedAsAnotherFormatIsNotDecoded(String header, String value, boolean decoded) {
        BrokerMessage message = BrokerMessage.builder("orders", BYTES)
                .header(header, value)
                .codec(new Counting("application/json"))
                .build();

        if (decoded) {
            assertThat(message.json(Integer.class)).isEqualTo(1);
        } else {
            assertThatExceptionOfType(PayloadException.class)
                    .isThrownBy(() -> message.json(Integer.class))
                    .withMessage("Message 0-0 of topic orders: the payload is marked application/cbor, and the topic's"
                            + " codec here reads application/json. Choose one codec for the topic on both sides.");
        }
    }

    @Test
    void headersToWriteTellWhatTheCodecWrote() {
        PayloadCodec cbor = new Counting("application/cbor");

        assertThat(OutgoingMessage.to("t", 5).header("a", "1").headersFor(cbor))
                .isEqualTo(Map.of("a", "1", "content-type", "application/cbor"));
        assertThat(OutgoingMessage.to("t", "five").headersFor(cbor))
                .isEqualTo(Map.of("content-type", "text/plain;charset=utf-8"));
        assertThat(OutgoingMessage.to("t", "five").headersFor(PayloadCodec.jsonb()))
                .isEmpty();
        assertThat(OutgoingMessage.to("t", BYTES).headersFor(cbor)).isEmpty();
        assertThat(OutgoingMessage.to("t", 5).header("CONTENT-TYPE", "x/y").headersFor(cbor))
                .isEqualTo(Map.of("CONTENT-TYPE", "x/y"));
    }

    @Test
    void textCodecTakesTextOnly() {
        PayloadCodec text = PayloadCodec.text();

        assertThat(text.decode(text.encode("Zoë"), String.class)).isEqualTo("Zoë");
        assertThat(text.decode(text.encode("Zoë"), CharSequence.class)).isEqualTo("Zoë");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text.encode(5))
                .withMessage(
                        "A payload of java.lang.Integer is no text (the codec is text). Publish a String, or choose"
                                + " another codec for the topic.");
        assertThatExceptionOfType(PayloadException.class).isThrownBy(() -> text.decode(BYTES, Integer.class));
        assertThat(text.accepts("application/json")).isTrue();
        assertThat(text.accepts("application/cbor")).isFalse();
    }

    @Test
    void bytesCodecTakesBytesOnlyWhateverTheyAreMarkedAs() {
        PayloadCodec bytes = PayloadCodec.bytes();

        assertThat((byte[]) bytes.decode(bytes.encode(BYTES), byte[].class)).isEqualTo(BYTES);
        assertThatIllegalArgumentException().isThrownBy(() -> bytes.encode("text"));
        assertThatExceptionOfType(PayloadException.class).isThrownBy(() -> bytes.decode(BYTES, String.class));
        assertThat(bytes.accepts("application/cbor")).isTrue();
    }

    @Test
    void topicHasTheCodecChosenForIt() {
        PayloadCodec cbor = new Counting("application/cbor");
        PayloadCodec json = PayloadCodec.jsonb();
        Codecs codecs = Codecs.everywhere(json).topic("readings", cbor);

        assertThat(codecs.codec("readings")).isSameAs(cbor);
        assertThat(codecs.codec("orders")).isSameAs(json);
        assertThatIllegalArgumentException().isThrownBy(() -> codecs.topic(" ", json));
    }
}
