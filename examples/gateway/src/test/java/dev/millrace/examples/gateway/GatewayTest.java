package dev.millrace.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example on a fifth of its feed: real processes, a real Redis, a real kill. */
class GatewayTest {

    private static final Path README = Path.of("README.md");
    private static final Pattern OUTPUT = Pattern.compile("```\n(A feed of .*?)```", Pattern.DOTALL);

    @TempDir
    static Path folder;

    private static int status;
    private static List<String> lines;

    @BeforeAll
    static void run() throws Exception {
        List<String> shipped = Files.readAllLines(Path.of("src/main/resources/feed.jsonl"));
        Path file = Files.write(folder.resolve("small.jsonl"), shipped.subList(0, 120));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        status = gateway(written).run(file.toString());
        lines = written.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static Gateway gateway(ByteArrayOutputStream written) {
        return new Gateway(new PrintStream(written, true, StandardCharsets.UTF_8), folder);
    }

    /** Numbers, and where the logs are, differ from run to run. */
    private static List<String> shape(List<String> of) {
        return of.stream()
                .map(line -> line.replaceAll("Logs: .*", "Logs").replaceAll("\\s*\\b\\d+\\b(?!-)", " n"))
                .toList();
    }

    @Test
    void killedWorkerLosesNothing() {
        assertThat(lines).endsWith("Nothing is lost, and the board saw all of it in order.");
        assertThat(status).as(String.join("\n", lines)).isZero();
    }

    @Test
    void workerIsKilledInTheMiddle() {
        assertThat(lines).anyMatch(line -> line.matches("kill -9 of worker-1, which has handled [1-9]\\d* and .*"));
    }

    @Test
    void readmeShowsWhatIsPrinted() throws IOException {
        List<String> shown = OUTPUT.matcher(Files.readString(README))
                .results()
                .flatMap(match -> match.group(1).lines())
                .toList();
        assertThat(shape(shown)).isEqualTo(shape(lines));
    }

    @Test
    void readmeAndPomNameOneProfile() throws IOException {
        assertThat(Files.readString(README)).contains("./mvnw -q -Pgateway -pl examples/gateway -am\n");
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<id>gateway</id>");
        assertThat(Files.readString(Path.of("../../pom.xml"))).contains("<id>gateway</id>");
    }

    @Test
    void fileThatIsNotThereIsNamed() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();

        assertThat(gateway(written).run("no/such.jsonl")).isEqualTo(2);
        assertThat(written.toString(StandardCharsets.UTF_8)).startsWith("no/such.jsonl: it cannot be read");
    }
}
