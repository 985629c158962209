package dev.millrace.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Holds what the README shows to what is compiled and run. */
class ReadmeTest {

    /** The folder of this module is where its tests run. */
    static final Path README = Path.of("../../README.md");

    private static final Path EXAMPLES = Path.of("src/test/java/dev/millrace/examples/quickstart/readme");

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static List<String> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            List<Path> all = files.toList();
            return all.stream()
                    .map(ReadmeTest::read)
                    .map(ReadmeTest::withoutSpace)
                    .toList();
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyPieceOfJavaIsCompiledHere() throws IOException {
        List<String> examples = examples();
        List<String> snippets = JAVA.matcher(read(README))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(snippets).hasSize(6);
        assertThat(snippets)
                .allSatisfy(snippet -> assertThat(examples).anyMatch(code -> code.contains(withoutSpace(snippet))));
    }

    @Test
    void theFirstTwoCommandsRunTheQuickstartAndTheTests() {
        List<String> commands = read(README)
                .lines()
                .filter(line -> line.startsWith("./mvnw"))
                .limit(2)
                .toList();
        assertThat(commands).containsExactly("./mvnw -q -Pquickstart -pl examples/quickstart -am", "./mvnw verify");
    }

    /** HND-11. */
    @Test
    void whatGuardsARequestIsSaidNotToGuardAMessage() {
        assertThat(read(README))
                .contains("JAX-RS filters, servlet filters and their security checks do not run for a message");
    }

    @Test
    void everyFileThatIsLinkedIsThere() {
        List<String> links = Pattern.compile("]\\((?!https?:)([^)#]+)\\)")
                .matcher(read(README))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(links)
                .isNotEmpty()
                .allSatisfy(link -> assertThat(README.resolveSibling(link)).exists());
    }
}
