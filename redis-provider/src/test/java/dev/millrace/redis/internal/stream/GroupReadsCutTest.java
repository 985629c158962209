package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** DRN-4, DRN-5: a reader that is to stop is cut loose from a read, and from nothing else. */
class GroupReadsCutTest {

    private final ScriptedWires wires = new ScriptedWires();
    private final ScriptedWires commands = new ScriptedWires();
    private final CommandLine line = new CommandLine(commands, Duration.ofSeconds(10));
    private final GroupReads reads = new RedisGroupReads(wires, line, Duration.ofSeconds(10));

    GroupReadsCutTest() {
        wires.answer(command -> command.startsWith("CLIENT") ? 7L : List.of());
    }

    @AfterEach
    void close() throws Exception {
        wires.release();
        reads.close();
        line.close();
    }

    private void read() {
        reads.read("billing", "me", List.of("orders"), 1, Duration.ZERO);
    }

    @Test
    void connectionIsLeftAloneBetweenTwoReads() {
        read();

        assertThat(reads.cut()).isFalse();
        read();
        assertThat(wires.opened()).isEqualTo(1);
    }

    @Test
    void connectionOnWhichAnErrorCameIsNotUsedAgain() {
        read();
        wires.answer(command -> {
            throw new OutOfMemoryError("as the test asked");
        });
        assertThatThrownBy(this::read).isInstanceOf(OutOfMemoryError.class);
        wires.answer(command -> command.startsWith("CLIENT") ? 7L : List.of());

        read();
        assertThat(wires.opened()).isEqualTo(2);
    }

    @Test
    void readUnderWayIsEnded() {
        read();
        wires.holdReplies();
        CompletableFuture<Void> read = CompletableFuture.runAsync(this::read);
        Eventually.await("the read on its way", () -> wires.roundTrips().size() == 3);

        assertThat(reads.cut()).isTrue();
        wires.release();

        assertThat(read).failsWithin(Duration.ofSeconds(30)).withThrowableThat().withCauseInstanceOf(ReplyLost.class);
        read();
        assertThat(wires.opened()).isEqualTo(2);
    }
}
