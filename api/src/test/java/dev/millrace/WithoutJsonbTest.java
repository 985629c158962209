package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import jakarta.json.bind.Jsonb;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class WithoutJsonbTest {

    private static final String ADD = " Add org.eclipse:yasson to the class path, or publish and read text or bytes.";

    /** Millrace, its tests, and what else is named; a JDK's own classes beside it. */
    private static String run(String what, Class<?>... besides) throws Exception {
        List<URL> path = new ArrayList<>();
        for (Class<?> type : List.of(Broker.class, WithoutJsonbProgram.class, Assertions.class)) {
            path.add(locationOf(type));
        }
        for (Class<?> type : besides) {
            path.add(locationOf(type));
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            Object program = loader.loadClass(WithoutJsonbProgram.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            @SuppressWarnings("unchecked")
            Function<String, String> running = (Function<String, String>) program;
            return running.apply(what);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL locationOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void textAndBytesNeedNeitherTheApiNorAnImplementation() throws Exception {
        assertThat(run("text")).isEqualTo("Grüße7!10");
    }

    @Test
    void objectWithoutAnImplementationIsToldWhatToAdd() {
        assertThatIllegalStateException()
                .isThrownBy(() -> run("encode", Jsonb.class))
                .withMessage("JSON payloads need a JSON-B implementation (none was found: JSON Binding provider"
                        + " org.eclipse.yasson.JsonBindingProvider not found)." + ADD);
    }

    @Test
    void decodingWithoutAnImplementationIsToldWhatToAdd() {
        assertThatIllegalStateException()
                .isThrownBy(() -> run("decode", Jsonb.class))
                .withMessageEndingWith(ADD);
    }

    @Test
    void objectWithoutTheApiIsToldWhatToAdd() {
        assertThatIllegalStateException()
                .isThrownBy(() -> run("encode"))
                .withMessage(
                        "JSON payloads need a JSON-B implementation (none was found: jakarta/json/bind/JsonbBuilder)."
                                + ADD);
    }
}
