package dev.millrace.codec.msgpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CharsetTest {

    // A container without LANG has US-ASCII on JDK 17.
    @ParameterizedTest
    @ValueSource(strings = {"US-ASCII", "ISO-8859-1", "UTF-8"})
    void textArrivesWhateverTheCharsetOfThePlatform(String charset) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dfile.encoding=" + charset,
                        "-cp",
                        System.getProperty("java.class.path"),
                        CharsetProgram.class.getName())
                // Where newer JVMs warn of what the library uses.
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("true");
    }
}
