package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM to send")
class DrainOnShutdownTest {

    private static final int KILLED_BY_SIGTERM = 128 + 15;

    private Process process;
    private BufferedReader said;
    private PrintWriter tell;

    @BeforeEach
    void startProgram() throws Exception {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DrainOnShutdownProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        tell = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    @AfterEach
    void endProgram() {
        process.destroyForcibly();
    }

    private void terminate() {
        // Not Process.destroy(), which would close the streams as well.
        assertThat(process.toHandle().destroy()).isTrue();
    }

    // A read of a pipe cannot be interrupted: what ends it is endProgram.
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsInHandFinishesAndTheMainThreadCloses() throws Exception {
        assertThat(said.readLine()).isEqualTo("in hand: first");
        terminate();
        assertThat(said.readLine()).isEqualTo("paused");
        terminate();
        tell.println("finish");

        assertThat(said.readLine()).isEqualTo("handled: first");
        assertThat(said.readLine()).isEqualTo("drained, acked [1-0]");
        tell.println("close");
        assertThat(said.readLine()).isEqualTo("closing");
        assertThat(said.readLine()).as("the second message was never started").isNull();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(KILLED_BY_SIGTERM);
    }
}
