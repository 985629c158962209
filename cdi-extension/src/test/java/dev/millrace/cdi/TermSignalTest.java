package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** DRN-9: SIGTERM, in a process of its own with several applications. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM to send")
class TermSignalTest {

    private static final int KILLED_BY_SIGTERM = 128 + 15;

    private Process process;
    private BufferedReader said;
    private PrintWriter tell;

    @BeforeEach
    void startProgram() throws Exception {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TermSignalProgram.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        tell = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    @AfterEach
    void endProgram() {
        process.destroyForcibly();
    }

    private void tell(String... commands) throws Exception {
        for (String command : commands) {
            tell.println(command);
            assertThat(said.readLine()).as(command).isEqualTo("done");
        }
    }

    /** What is printed from SIGTERM to the end. */
    private List<String> terminated() throws Exception {
        // Not Process.destroy(), which would close the streams as well.
        assertThat(process.toHandle().destroy()).isTrue();
        List<String> lines = said.lines().toList();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(KILLED_BY_SIGTERM);
        return lines;
    }

    @Test
    void everyApplicationDrainsBeforeTheJvmHearsOfIt() throws Exception {
        tell("take one", "take two");
        assertThat(terminated()).containsExactly("drained two", "drained one", "JVM ends");
    }

    @Test
    void anApplicationThatIsGoneStillPassesTheSignalOn() throws Exception {
        tell("take one", "take two", "give one");
        assertThat(terminated()).containsExactly("drained two", "JVM ends");
    }

    @Test
    void theLastOneToTakeItGivesItBackToTheOneBefore() throws Exception {
        tell("take one", "take two", "give two");
        assertThat(terminated()).containsExactly("drained one", "JVM ends");
    }

    @Test
    void afterAllAreGoneTheJvmEndsAsEver() throws Exception {
        tell("take one", "take two", "give one", "take one", "give two", "give one");
        assertThat(terminated()).containsExactly("JVM ends");
    }

    @Test
    void itIsTakenOnlyBeforeOrAfterAnotherGivesItBack() throws Exception {
        tell("take one", "contend two");
        assertThat(terminated()).containsExactly("drained two", "drained one", "JVM ends");
    }
}
