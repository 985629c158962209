package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Singleton;

import dev.millrace.Consumes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** HND-7: a handler without a proxy is made with the start of its consumer. */
@Tag("weld") // OpenWebBeans would keep the failed start registered, and no other test could start.
class SingletonHandlerTest {

    @Singleton
    static class Unmakable {

        Unmakable() {
            throw new IllegalStateException("there is no licence");
        }

        @Consumes(topic = "singleton.unmakable", group = "g")
        void handle(String text) {}
    }

    @Test
    void singletonThatCannotBeMadeStopsTheStartAndCostsNoMessage() {
        assertThatThrownBy(() -> Application.of(Unmakable.class)).hasStackTraceContaining("there is no licence");
    }
}
