package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;

import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;
import org.junit.jupiter.api.Test;

class ConfiguredCodecsTest {

    /** Found by {@link java.util.ServiceLoader}. */
    public static final class Morse implements CodecProvider, PayloadCodec {
        @Override
        public String name() {
            return "morse";
        }

        @Override
        public PayloadCodec codec() {
            return this;
        }

        @Override
        public String contentType() {
            return "application/morse";
        }

        @Override
        public byte[] encode(Object payload) {
            return new byte[] {'-', '.'};
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return payload.length;
        }
    }

    private static Codecs codecs(Map<String, String> settings) {
        return new ConfiguredCodecs(
                new Settings(name -> Optional.ofNullable(settings.get(name))), Codecs.everywhere(PayloadCodec.jsonb()));
    }

    private static String contentType(Codecs codecs, String topic) {
        return codecs.codec(topic).contentType();
    }

    @Test
    void settingNamesTheCodecOfATopic() {
        Codecs codecs = codecs(Map.of("millrace.codec.signals", "morse", "millrace.codec.notes", "text"));

        assertThat(contentType(codecs, "signals")).isEqualTo("application/morse");
        assertThat(contentType(codecs, "notes")).startsWith("text/plain");
        assertThat(contentType(codecs, "orders")).isEqualTo("application/json");
    }

    @Test
    void settingWithoutATopicIsForAllOthers() {
        Codecs codecs = codecs(Map.of("millrace.codec", "morse", "millrace.codec.orders", "json"));

        assertThat(contentType(codecs, "orders")).isEqualTo("application/json");
        assertThat(contentType(codecs, "anything")).isEqualTo("application/morse");
    }

    @Test
    void topicKeepsItsCodec() {
        Codecs codecs = codecs(Map.of("millrace.codec.orders", "json"));

        assertThat(codecs.codec("orders")).isSameAs(codecs.codec("orders"));
    }

    @Test
    void nameOfNoCodecIsToldWithThosePresent() {
        Codecs codecs = codecs(Map.of("millrace.codec.orders", "mrose"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> codecs.codec("orders"))
                .withMessage(
                        "millrace.codec.orders: no codec has that name (was \"mrose\"; present: bytes, json, morse,"
                                + " text). Correct the name, or add the codec's jar.");
    }
}
