package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.millrace.BrokerException;
import dev.millrace.BrokerMessage;
import dev.millrace.CapturedLog;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageGap;
import dev.millrace.Overflow;
import dev.millrace.Position;
import dev.millrace.Signal;
import dev.millrace.SubscriberOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SubscriberBufferTest {

    private static final MessageGap GAP = new MessageGap("prices", "1-0", "5-0", OptionalLong.of(3));

    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Semaphore done = new Semaphore(0);
    private final AtomicInteger roomMade = new AtomicInteger();
    private final Signal gate = new Signal();
    private CapturedLog log;

    @BeforeEach
    void listen() {
        log = new CapturedLog(SubscriberBuffer.class);
    }

    @AfterEach
    void end() {
        gate.give();
        log.close();
    }

    private SubscriberBuffer buffer(SubscriberOptions options, DeliveryHandler handler) {
        return buffer(options, handler, HandlerSlots.daemonThreads("prices"));
    }

    private SubscriberBuffer buffer(SubscriberOptions options, DeliveryHandler handler, ThreadFactory threads) {
        return new SubscriberBuffer(
                "prices",
                options,
                delivery -> {
                    handled.add(delivery.message().id());
                    return handler.handle(delivery);
                },
                threads,
                roomMade::incrementAndGet,
                done::release);
    }

    private static SubscriberOptions options(int buffer, Overflow overflow) {
        return SubscriberOptions.from(Position.latest()).buffer(buffer).overflow(overflow);
    }

    private CompletableFuture<Void> returning(Delivery delivery) {
        return CompletableFuture.completedFuture(null);
    }

    /** Holds the first message in hand until the gate opens. */
    private CompletableFuture<Void> held(Delivery delivery) {
        gate.await();
        return CompletableFuture.completedFuture(null);
    }

    private static void offer(SubscriberBuffer buffer, String... ids) {
        for (String id : ids) {
            buffer.offer(message(id), 10, Optional.empty());
        }
    }

    private static BrokerMessage message(String id) {
        return BrokerMessage.builder("prices", new byte[10]).id(id).build();
    }

    private void awaitHandled(int messages) throws InterruptedException {
        assertThat(done.tryAcquire(messages, 30, TimeUnit.SECONDS))
                .describedAs("%s handled, of which %s", messages, handled)
                .isTrue();
    }

    /** A buffer with one message in hand. */
    private SubscriberBuffer busy(SubscriberOptions options) throws InterruptedException {
        Signal started = new Signal();
        SubscriberBuffer buffer = buffer(options, delivery -> {
            started.give();
            return held(delivery);
        });
        offer(buffer, "1-0");
        started.await();
        return buffer;
    }

    @Test
    void messagesAreHandledInOrderOneAtATime() throws Exception {
        AtomicInteger running = new AtomicInteger();
        List<Integer> atATime = new CopyOnWriteArrayList<>();
        SubscriberBuffer buffer = buffer(options(1_000, Overflow.BLOCK), delivery -> {
            atATime.add(running.incrementAndGet());
            return CompletableFuture.runAsync(running::decrementAndGet);
        });
        List<String> ids = new ArrayList<>();
        for (int i = 1; i <= 500; i++) {
            ids.add(i + "-0");
            offer(buffer, i + "-0");
        }

        awaitHandled(500);

        assertThat(handled).isEqualTo(ids);
        assertThat(atATime).containsOnly(1);
        assertThat(buffer.position()).contains("500-0");
    }

    @Test
    void messageThatFailsIsPassedOverWithOneWarning() throws Exception {
        SubscriberBuffer buffer = buffer(options(8, Overflow.BLOCK), delivery -> {
            throw new IllegalStateException("as the test asked");
        });

        offer(buffer, "1-0", "2-0");

        awaitHandled(2);
        assertThat(handled).containsExactly("1-0", "2-0");
        assertThat(buffer.position()).contains("2-0");
        assertThat(log.lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("WARNING Topic prices, subscriber, message 1-0: its handler failed.");
    }

    @Test
    void blockingBufferHasNoRoomUntilHalfOfItIsFree() throws Exception {
        SubscriberBuffer buffer = busy(options(4, Overflow.BLOCK));
        assertThat(buffer.room()).isEqualTo(4);
        offer(buffer, "2-0", "3-0", "4-0", "5-0");
        assertThat(buffer.room()).isZero();

        gate.give();
        awaitHandled(5);

        assertThat(buffer.room()).isEqualTo(4);
        assertThat(roomMade).hasValue(1);
        assertThat(buffer.dropped()).isZero();
    }

    @Test
    void fewLargeMessagesFillABlockingBuffer() throws Exception {
        SubscriberBuffer buffer = busy(options(1_000, Overflow.BLOCK));
        for (int i = 2; i <= 5; i++) {
            buffer.offer(message(i + "-0"), 16 << 20, Optional.empty());
        }

        assertThat(buffer.room()).isZero();
    }

    @Test
    void oldestMakesRoomAndIsCounted() throws Exception {
        SubscriberBuffer buffer = busy(options(2, Overflow.DROP_OLDEST));
        offer(buffer, "2-0", "3-0", "4-0", "5-0");

        gate.give();
        awaitHandled(3);

        assertThat(handled).containsExactly("1-0", "4-0", "5-0");
        assertThat(buffer.dropped()).isEqualTo(2);
        assertThat(log.lines()).singleElement().asString().contains("DROP_OLDEST", "buffer of 2");
    }

    @Test
    void newestIsDroppedAndCounted() throws Exception {
        SubscriberBuffer buffer = busy(options(2, Overflow.DROP_NEWEST));
        offer(buffer, "2-0", "3-0", "4-0", "5-0");

        gate.give();
        awaitHandled(3);

        assertThat(handled).containsExactly("1-0", "2-0", "3-0");
        assertThat(buffer.dropped()).isEqualTo(2);
    }

    @Test
    void failingBufferEndsWithItsReasonWhenItIsFull() throws Exception {
        SubscriberBuffer buffer = busy(options(2, Overflow.FAIL));
        offer(buffer, "2-0", "3-0", "4-0", "5-0");
        gate.give();
        awaitHandled(1);

        assertThat(buffer.failure())
                .get()
                .isInstanceOf(BrokerException.class)
                .extracting(Throwable::getMessage)
                .asString()
                .contains("Topic prices, subscriber", "buffer of 2 is full", "subscribe again");
        assertThat(buffer.room()).isZero();
        assertThat(buffer.isClosed()).isTrue();
        assertThat(handled).containsExactly("1-0");
        assertThat(log.lines()).singleElement().asString().startsWith("SEVERE");
    }

    @Test
    void messageThatDidNotBeginBeforeTheFailureIsCountedWithThoseThatWaited() {
        SubscriberBuffer buffer = buffer(
                options(1, Overflow.FAIL),
                this::returning,
                work -> HandlerSlots.daemonThreads("prices").newThread(() -> {
                    gate.await();
                    work.run();
                }));
        offer(buffer, "1-0", "2-0", "3-0");

        gate.give();

        assertThat(buffer.awaitIdle(Duration.ofSeconds(30))).isTrue();
        assertThat(handled).isEmpty();
        assertThat(buffer.dropped()).isEqualTo(3);
    }

    @Test
    void bufferThatIsFullOfBytesSaysSo() throws Exception {
        for (Overflow policy : List.of(Overflow.FAIL, Overflow.DROP_OLDEST, Overflow.DROP_NEWEST)) {
            SubscriberBuffer buffer = busy(options(1_000, policy));
            for (int i = 2; i <= 4; i++) {
                buffer.offer(message(i + "-0"), 16 << 20, Optional.empty());
            }
        }

        assertThat(log.lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line)
                        .contains("buffer of 32 MB", "the messages smaller")
                        .doesNotContain("1000", "larger"));
    }

    @Test
    void gapIsToldOnTheHandlersThreadBeforeTheMessageAfterIt() throws Exception {
        AtomicReference<Thread> teller = new AtomicReference<>();
        AtomicReference<Thread> handler = new AtomicReference<>();
        SubscriberOptions options = options(8, Overflow.BLOCK).onGap(gap -> {
            teller.set(Thread.currentThread());
            told.add(gap + " after " + handled);
        });
        SubscriberBuffer buffer = buffer(options, delivery -> {
            handler.set(Thread.currentThread());
            told.add(delivery.message().id());
            return returning(delivery);
        });

        offer(buffer, "1-0");
        buffer.offer(message("5-0"), 10, Optional.of(GAP));

        awaitHandled(2);
        assertThat(teller.get()).isNotNull().isSameAs(handler.get());
        assertThat(told).hasSize(3).element(1).asString().contains("count=OptionalLong[3]");
    }

    @Test
    void gapBeforeADroppedMessageIsToldAllTheSame() throws Exception {
        SubscriberBuffer buffer =
                busy(options(1, Overflow.DROP_OLDEST).onGap(gap -> told.add(gap.after() + " to " + gap.before())));
        buffer.offer(message("5-0"), 10, Optional.of(GAP));
        offer(buffer, "6-0");

        gate.give();
        awaitHandled(2);

        assertThat(handled).containsExactly("1-0", "6-0");
        assertThat(told).containsExactly("1-0 to 5-0");
    }

    @Test
    void failingGapListenerDisturbsNothing() throws Exception {
        SubscriberBuffer buffer = buffer(
                options(8, Overflow.BLOCK).onGap(gap -> {
                    throw new IllegalStateException("as the test asked");
                }),
                this::returning);

        buffer.offer(message("5-0"), 10, Optional.of(GAP));

        awaitHandled(1);
        assertThat(handled).containsExactly("5-0");
    }

    @Test
    void pausedBufferStartsNothingAndHasNoRoom() throws Exception {
        SubscriberBuffer buffer = buffer(options(8, Overflow.DROP_OLDEST), this::returning);
        buffer.pause();
        assertThat(buffer.room()).isZero();
        offer(buffer, "1-0");
        assertThat(buffer.isIdle()).isTrue();

        buffer.resume();
        assertThat(roomMade).hasValue(1);
        buffer.pump();

        awaitHandled(1);
        assertThat(handled).containsExactly("1-0");
    }

    @Test
    void pauseThatMeetsAResumeLeavesTheBufferPausedOrRunning() {
        SubscriberBuffer buffer = buffer(options(8, Overflow.DROP_OLDEST), this::returning);
        for (int round = 0; round < 500; round++) {
            atOnce(buffer::pause, buffer::resume);
            // One that were half of each would try to start it, and not be able to.
            assertThat(buffer.offer(message(round + "-0"), 10, Optional.empty()))
                    .describedAs("started or kept in round %s", round)
                    .isTrue();
        }
        buffer.close();
    }

    private static void atOnce(Runnable one, Runnable other) {
        AtomicInteger missing = new AtomicInteger(2);
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> runOnceBothAreThere(missing, one));
        runOnceBothAreThere(missing, other);
        done.join();
    }

    private static void runOnceBothAreThere(AtomicInteger missing, Runnable action) {
        missing.decrementAndGet();
        while (missing.get() > 0) {
            Thread.onSpinWait();
        }
        action.run();
    }

    @Test
    void closedBufferForgetsWhatWaits() throws Exception {
        SubscriberBuffer buffer = busy(options(8, Overflow.BLOCK));
        offer(buffer, "2-0");

        buffer.close();
        offer(buffer, "3-0");
        gate.give();

        awaitHandled(1);
        assertThat(buffer.awaitIdle(Duration.ofSeconds(30))).isTrue();
        assertThat(handled).containsExactly("1-0");
        assertThat(buffer.room()).isZero();
    }

    @Test
    void deliveryCannotBeSettledByHand() throws Exception {
        List<Delivery> deliveries = new CopyOnWriteArrayList<>();
        SubscriberBuffer buffer = buffer(options(8, Overflow.BLOCK), delivery -> {
            deliveries.add(delivery);
            return returning(delivery);
        });
        offer(buffer, "1-0");
        awaitHandled(1);

        assertThatIllegalStateException()
                .isThrownBy(() -> deliveries.get(0).ack())
                .withMessageContaining("message 1-0: a broadcast is neither acked nor delivered again");
    }

    @Test
    void withoutAThreadTheMessageIsKeptForTheNextTry() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        ThreadFactory once = HandlerSlots.daemonThreads("prices");
        SubscriberBuffer buffer = buffer(
                options(8, Overflow.BLOCK),
                this::returning,
                work -> asked.incrementAndGet() == 1 ? null : once.newThread(work));
        offer(buffer, "1-0");
        assertThat(handled).isEmpty();

        buffer.pump();

        awaitHandled(1);
        assertThat(handled).containsExactly("1-0");
    }
}
