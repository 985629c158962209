package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.util.Arrays;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Codecs;
import dev.millrace.Consumes;
import dev.millrace.PayloadCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MSG-4: the codec of a topic is that of a setting, else of the application's bean, else JSON-B. */
class CodecSourceTest {

    private static final String SETTING = "millrace.codec.codec.topic";

    /** Writes bytes of one value and reads their number. */
    private record Tally() implements PayloadCodec {
        @Override
        public String contentType() {
            return "application/tally";
        }

        @Override
        public byte[] encode(Object payload) {
            byte[] strokes = new byte[(Integer) payload];
            Arrays.fill(strokes, (byte) '|');
            return strokes;
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return payload.length;
        }
    }

    @ApplicationScoped
    static class Handler {
        @Inject
        Seen seen;

        @Consumes(topic = "codec.topic", group = "codec")
        void handle(Integer number, BrokerMessage message) {
            seen.add(number + " as " + new String(message.payload(), java.nio.charset.StandardCharsets.US_ASCII));
        }
    }

    @ApplicationScoped
    static class Chosen {
        @Produces
        @ApplicationScoped
        Codecs codecs() {
            return Codecs.everywhere(PayloadCodec.jsonb()).topic("codec.topic", new Tally());
        }
    }

    @ApplicationScoped
    static class ChosenOtherwise {
        @Produces
        @ApplicationScoped
        Codecs codecs() {
            return Codecs.everywhere(new Tally());
        }
    }

    @AfterEach
    void forget() {
        System.clearProperty(SETTING);
    }

    private static Object handled(Class<?>... beans) {
        try (Application application = Application.of(Application.initializer(beans))) {
            application.publish("codec.topic", 3);
            return application.seen();
        }
    }

    @Test
    void payloadsAreJsonWhereNothingIsChosen() {
        assertThat(handled(Handler.class)).isEqualTo("3 as 3");
    }

    @Test
    void codecsOfTheApplicationAreTaken() {
        assertThat(handled(Handler.class, Chosen.class)).isEqualTo("3 as |||");
    }

    @Test
    void settingWinsOverTheApplicationsCodecs() {
        System.setProperty(SETTING, "json");

        assertThat(handled(Handler.class, Chosen.class)).isEqualTo("3 as 3");
    }

    @Test
    void settingThatNamesNoCodecFailsTheDeployment() {
        System.setProperty(SETTING, "jason");

        assertThat(Application.refusal(Application.initializer(Handler.class)))
                .isEqualTo("Millrace found a problem with this application:\n  MILL-045 configuration: " + SETTING
                        + ": no codec has that name (was \"jason\"; present: bytes, json, text). Correct the name, or"
                        + " add the codec's jar.");
    }

    @Test
    @Tag("weld") // OpenWebBeans tells of a fault found so late in its log alone.
    void twoBeansOfCodecsFailTheDeployment() {
        assertThat(Application.refusal(Application.initializer(Handler.class, Chosen.class, ChosenOtherwise.class)))
                .contains("MILL-046 codecs: an application has one Codecs bean (was ", "ChosenOtherwise")
                .endsWith("Leave one, or give the others a qualifier.");
    }
}
