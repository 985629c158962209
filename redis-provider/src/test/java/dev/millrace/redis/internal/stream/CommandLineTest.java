package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One connection for many callers. RDS-6: what timed out, broke or became a replica is not used again. */
class CommandLineTest {

    private final ScriptedWires wires = new ScriptedWires();
    private final CommandLine line = new CommandLine(wires, Duration.ofSeconds(10));
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        wires.release();
        line.close();
    }

    private void later(String command) {
        line.callLater(
                (reply, failure) -> ended.add(
                        failure == null ? (String) reply : failure.getClass().getSimpleName()),
                Resp.command(command));
    }

    private List<String> awaitEnded(int count) throws InterruptedException {
        List<String> all = new ArrayList<>();
        while (all.size() < count) {
            String next = ended.poll(30, TimeUnit.SECONDS);
            assertThat(next).as("an ending, after %s", all).isNotNull();
            all.add(next);
        }
        return all;
    }

    private CompletableFuture<Object> callOnAnotherThread(String command) {
        CompletableFuture<Object> reply = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                reply.complete(line.call(Resp.command(command)));
            } catch (RuntimeException e) {
                reply.completeExceptionally(e);
            }
        });
        caller.setDaemon(true);
        caller.start();
        return reply;
    }

    @Test
    void nothingIsOpenedBeforeTheFirstCommand() {
        assertThat(wires.opened()).isZero();
    }

    @Test
    void replyGoesToItsCaller() {
        assertThat(line.call(Resp.command("GET", "a"))).isEqualTo("GET a");
        assertThat(line.call(Resp.command("GET", "b"))).isEqualTo("GET b");
        assertThat(wires.opened()).isEqualTo(1);
    }

    @Test
    void commandsThatQueueUpShareARoundTripInTheirOrder() throws Exception {
        wires.holdReplies();
        later("first");
        Eventually.await("the first on its way", () -> !wires.roundTrips().isEmpty());
        for (int i = 0; i < 10; i++) {
            later("m" + i);
        }
        wires.release();

        assertThat(awaitEnded(11)).first().isEqualTo("first");
        assertThat(wires.roundTrips().get(1))
                .containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9");
    }

    @Test
    void refusalIsItsCallersAlone() {
        wires.answer(command -> {
            if (command.equals("bad")) {
                throw new Refused("WRONGTYPE no", null);
            }
            return command;
        });

        assertThatThrownBy(() -> line.call(Resp.command("bad"))).isInstanceOf(Refused.class);
        assertThat(line.call(Resp.command("good"))).isEqualTo("good");
        assertThat(wires.opened()).isEqualTo(1);
    }

    @Test
    void connectionThatBrokeIsNotUsedAgain() {
        wires.answer(command -> {
            throw new ReplyLost("broke", null);
        });
        assertThatThrownBy(() -> line.call(Resp.command("a"))).isInstanceOf(ReplyLost.class);
        wires.answer(command -> command);

        assertThat(line.call(Resp.command("b"))).isEqualTo("b");
        assertThat(wires.opened()).isEqualTo(2);
    }

    @Test
    void connectionOnWhichAnErrorCameIsNotUsedAgain() {
        wires.answer(command -> {
            throw new OutOfMemoryError("as the test asked");
        });
        assertThatThrownBy(() -> line.call(Resp.command("a"))).isInstanceOf(ReplyLost.class);
        wires.answer(command -> command);

        assertThat(line.call(Resp.command("b"))).isEqualTo("b");
        assertThat(wires.opened()).isEqualTo(2);
    }

    @Test
    void errorInTheMiddleOfTheRepliesIsToldToThoseThatWaitForTheRest() throws Exception {
        wires.answer(command -> {
            if (command.equals("m1")) {
                throw new OutOfMemoryError("as the test asked");
            }
            return command;
        });
        wires.holdReplies();
        later("first");
        Eventually.await("the first on its way", () -> !wires.roundTrips().isEmpty());
        for (int i = 0; i < 4; i++) {
            later("m" + i);
        }
        wires.release();

        assertThat(awaitEnded(5)).containsExactly("first", "m0", "ReplyLost", "ReplyLost", "ReplyLost");
        assertThat(line.call(Resp.command("next"))).isEqualTo("next");
    }

    @Test
    void connectionToAReplicaIsNotUsedAgain() {
        wires.answer(command -> {
            throw new Refused("READONLY You can't write against a read only replica.", null);
        });
        assertThatThrownBy(() -> line.call(Resp.command("a"))).isInstanceOf(Refused.class);
        wires.answer(command -> command);

        line.call(Resp.command("b"));
        assertThat(wires.opened()).isEqualTo(2);
    }

    @Test
    void withoutAConnectionNothingWasSent() {
        wires.goDown();

        assertThatThrownBy(() -> line.call(Resp.command("a"))).isInstanceOf(Unreachable.class);
    }

    @Test
    void callerThatRunsOutOfTimeBeforeItWasSentIsToldSo() throws Exception {
        try (CommandLine impatient = new CommandLine(wires, Duration.ofMillis(50))) {
            wires.holdReplies();
            CompletableFuture<Object> first = CompletableFuture.supplyAsync(() -> impatient.call(Resp.command("a")));
            Eventually.await("the first on its way", () -> !wires.roundTrips().isEmpty());

            assertThatThrownBy(() -> impatient.call(Resp.command("b"))).isInstanceOf(Unreachable.class);
            wires.release();
            assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("a");
            assertThat(wires.roundTrips()).containsExactly(List.of("a"));
        }
    }

    @Test
    void writeThatIsNotTakenEndsWithTheTimeoutAndTheConnectionIsNotUsedAgain() throws Exception {
        String large = "x".repeat(100_000);
        try (CommandLine impatient = new CommandLine(wires, Duration.ofMillis(200))) {
            wires.takeAtMost(1_000);

            CompletableFuture<Object> alone = CompletableFuture.supplyAsync(() -> impatient.call(Resp.command(large)));

            assertThat(alone)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(ReplyLost.class);
            assertThat(impatient.call(Resp.command("next"))).isEqualTo("next");
            assertThat(wires.opened()).isEqualTo(2);
        }
    }

    @Test
    void whatWaitsBehindAWriteThatIsNotTakenIsToldToo() throws Exception {
        try (CommandLine impatient = new CommandLine(wires, Duration.ofMillis(200))) {
            wires.takeAtMost(1_000);
            impatient.callLater((reply, failure) -> ended.add("first"), Resp.command("x".repeat(100_000)));
            Eventually.await("the first on its way", () -> !wires.roundTrips().isEmpty());
            impatient.callLater((reply, failure) -> ended.add("second"), Resp.command("b"));

            assertThat(awaitEnded(2)).contains("first", "second");
        }
    }

    @Test
    void interruptedCallerGetsItsReplyAndKeepsItsInterrupt() {
        Thread.currentThread().interrupt();

        assertThat(line.call(Resp.command("a"))).isEqualTo("a");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatIsToldMaySendAgain() throws Exception {
        line.callLater((reply, failure) -> later("second"), Resp.command("first"));

        assertThat(awaitEnded(1)).containsExactly("second");
    }

    @Test
    void closeFailsWhatIsUnderWayAndWhatComesAfter() throws Exception {
        wires.holdReplies();
        CompletableFuture<Object> call = callOnAnotherThread("a");
        Eventually.await("the call on its way", () -> !wires.roundTrips().isEmpty());

        line.close();
        wires.release();

        assertThat(call).failsWithin(Duration.ofSeconds(30));
        assertThatThrownBy(() -> line.call(Resp.command("b"))).isInstanceOf(Closed.class);
        later("c");
        assertThat(awaitEnded(1)).containsExactly("Closed");
    }
}
