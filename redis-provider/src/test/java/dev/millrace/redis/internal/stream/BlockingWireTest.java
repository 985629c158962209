package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a refusal means for a tail that is to be woken: one that passes means nothing. */
class BlockingWireTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final ScriptedWires wires = new ScriptedWires();
    private final CommandLine line = new CommandLine(wires, Duration.ofSeconds(30));
    private final BlockingWire wire = new BlockingWire(wires, line, Duration.ofSeconds(30));
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch waits = new CountDownLatch(1);
    private final CountDownLatch woken = new CountDownLatch(1);

    @AfterEach
    void close() {
        woken.countDown();
        wire.close();
        line.close();
    }

    private void call() {
        wire.call(LONG, wait -> Resp.command("XREAD", "BLOCK", wait.toMillis()));
    }

    /** The first of these commands is refused. */
    private void refuse(String command, String refusal) {
        wires.answer(sent -> {
            if (sent.startsWith(command) && asked.getAndIncrement() == 0) {
                throw new Refused(refusal, null);
            }
            if (sent.startsWith("XREAD")) {
                waits.countDown();
                await(woken);
            }
            if (sent.startsWith("CLIENT UNBLOCK")) {
                woken.countDown();
            }
            return sent.equals("CLIENT ID") ? 7L : 1L;
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void refusalThatPassesWhileConnectingDoesNotMakeItDeaf() {
        refuse("CLIENT ID", "BUSY Redis is busy running a script");
        assertThat(CompletableFuture.runAsync(this::call)).failsWithin(Duration.ofSeconds(30));

        CompletableFuture<Void> next = CompletableFuture.runAsync(this::call);
        await(waits);
        wire.wake();

        assertThat(next).succeedsWithin(Duration.ofSeconds(30));
        assertThat(wires.roundTrips().toString()).contains("BLOCK 3600000");
    }

    @Test
    void wakeThatABusyServerRefusedIsSentAgain() {
        refuse("CLIENT UNBLOCK", "BUSY Redis is busy running a script");
        CompletableFuture<Void> call = CompletableFuture.runAsync(this::call);
        await(waits);

        wire.wake();

        assertThat(call).succeedsWithin(Duration.ofSeconds(30));
        assertThat(asked).hasValue(2);
    }

    @Test
    void withoutTheRightToUnblockItWaitsForShort() {
        refuse("CLIENT ID", "NOPERM this user has no permissions to run the 'client|id' command");
        woken.countDown();

        call();

        assertThat(wires.roundTrips().toString()).contains("BLOCK 100");
    }
}
