package dev.millrace.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

/** A killed process and what it said before. */
class NodeProcessTest {

    /** More than the reader takes at once, and less than the pipe holds. */
    private static final String TALKER =
            "echo saw 1; read go; seq -f 'saw %g' 2 5000; echo all was said >&2; exec sleep 60";

    @Test
    void lastLineBeforeAKillIsEntered() throws Exception {
        Process talker = new ProcessBuilder("sh", "-c", TALKER).start();
        Ledger ledger = new Ledger();
        NodeProcess node = new NodeProcess("talker", talker, ledger);
        assertThat(ledger.await(() -> ledger.seenCount() > 0, Duration.ofSeconds(30)))
                .isTrue();
        CompletableFuture<Void> killed;
        synchronized (ledger) {
            node.tell("go");
            assertThat(talker.errorReader().readLine()).isEqualTo("all was said");
            killed = CompletableFuture.runAsync(() -> kill(node));
            talker.waitFor();
        }
        killed.get(30, TimeUnit.SECONDS);

        assertThat(ledger.seenCount()).isEqualTo(5000);
    }

    private static void kill(NodeProcess node) {
        try {
            node.kill();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
