package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A wake-up at every point of a read: none is lost, though the server keeps no UNBLOCK for later. */
class WakeUpTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final ScriptedWires wires = new ScriptedWires();
    private final CommandLine line = new CommandLine(wires, Duration.ofSeconds(30));
    private final RedisGroupReads reads = new RedisGroupReads(wires, line, Duration.ofSeconds(30));
    private final AtomicInteger blocked = new AtomicInteger();
    private volatile Point at = Point.NEVER;
    private volatile CountDownLatch unblocked = new CountDownLatch(1);

    /** Where in the reader's cycle the wake-up comes. */
    enum Point {
        NEVER,
        AFTER_LISTENING,
        WHILE_CONNECTING,
        WHILE_THE_READ_IS_ON_ITS_WAY,
        WHILE_THE_READ_WAITS
    }

    WakeUpTest() {
        wires.answer(this::answer);
    }

    @AfterEach
    void close() {
        unblocked.countDown();
        reads.close();
        line.close();
    }

    private void wakeIf(Point point) {
        if (at == point) {
            at = Point.NEVER;
            reads.wake();
        }
    }

    private @Nullable Object answer(String command) {
        if (command.equals("CLIENT ID")) {
            wakeIf(Point.WHILE_CONNECTING);
            return 7L;
        }
        if (command.startsWith("XREADGROUP")) {
            wakeIf(Point.WHILE_THE_READ_IS_ON_ITS_WAY);
            return command.contains("BLOCK") ? waitForUnblock() : null;
        }
        if (command.equals("CLIENT UNBLOCK 7")) {
            boolean hit = blocked.compareAndSet(1, 0);
            if (hit) {
                unblocked.countDown();
            }
            return hit ? 1L : 0L;
        }
        throw new Refused("ERR unknown command " + command, null);
    }

    private @Nullable Object waitForUnblock() {
        unblocked = new CountDownLatch(1);
        blocked.set(1);
        if (at == Point.WHILE_THE_READ_WAITS) {
            new Thread(() -> wakeIf(Point.WHILE_THE_READ_WAITS)).start();
        }
        try {
            assertThat(unblocked.await(30, TimeUnit.SECONDS))
                    .as("an end of the wait")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return null;
    }

    private void read() {
        reads.read("billing", "me", List.of("a", "b"), 1, LONG);
    }

    @ParameterizedTest
    @EnumSource(names = {"AFTER_LISTENING", "WHILE_CONNECTING", "WHILE_THE_READ_IS_ON_ITS_WAY", "WHILE_THE_READ_WAITS"})
    void wakeUpEndsTheReadWheneverItComes(Point point) {
        at = point;
        reads.listen();
        wakeIf(Point.AFTER_LISTENING);
        assertThat(CompletableFuture.runAsync(this::read)).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void wakeUpThatWasHeardEndsNoLaterRead() {
        reads.wake();
        reads.listen();
        at = Point.WHILE_THE_READ_WAITS;
        read();
        assertThat(wires.roundTrips()).anyMatch(trip -> trip.contains("CLIENT UNBLOCK 7"));
    }

    @Test
    void hundredWakeUpsInARowAllEndTheirReads() {
        List<Point> points =
                List.of(Point.AFTER_LISTENING, Point.WHILE_THE_READ_IS_ON_ITS_WAY, Point.WHILE_THE_READ_WAITS);
        for (int i = 0; i < 100; i++) {
            at = points.get(i % points.size());
            reads.listen();
            wakeIf(Point.AFTER_LISTENING);
            assertThat(CompletableFuture.runAsync(this::read)).succeedsWithin(Duration.ofSeconds(30));
        }
    }

    @Test
    void refusalThatPassesDoesNotMakeAReaderDeaf() {
        AtomicInteger asked = new AtomicInteger();
        wires.answer(command -> {
            if (command.equals("CLIENT ID") && asked.getAndIncrement() == 0) {
                throw new Refused("BUSY Redis is busy running a script", null);
            }
            return answer(command);
        });
        assertThat(CompletableFuture.runAsync(this::read)).failsWithin(Duration.ofSeconds(30));
        at = Point.WHILE_THE_READ_WAITS;
        reads.listen();
        assertThat(CompletableFuture.runAsync(this::read)).succeedsWithin(Duration.ofSeconds(30));
        assertThat(wires.roundTrips().toString()).contains("BLOCK 3600000");
    }

    @Test
    void withoutTheRightToUnblockReadsAreShort() {
        wires.answer(command -> {
            if (command.equals("CLIENT ID")) {
                throw new Refused("NOPERM this user has no permissions to run the 'client|id' command", null);
            }
            return null;
        });
        read();
        assertThat(wires.roundTrips().toString()).contains("BLOCK 100 ");
    }
}
