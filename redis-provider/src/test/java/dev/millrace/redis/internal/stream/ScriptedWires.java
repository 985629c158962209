package dev.millrace.redis.internal.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;

/** Connections that answer as told: each command by its text, with a value or by throwing. */
final class ScriptedWires implements Wire.Source {

    private final List<List<String>> roundTrips = new ArrayList<>();
    private volatile Function<String, Object> answers = command -> command;
    private volatile CountDownLatch hold = new CountDownLatch(0);
    private volatile boolean down;
    private volatile int takesAtMost = Integer.MAX_VALUE;
    private int opened;

    void answer(Function<String, Object> byCommand) {
        answers = byCommand;
    }

    /** Replies wait until {@link #release}. */
    void holdReplies() {
        hold = new CountDownLatch(1);
    }

    void release() {
        hold.countDown();
    }

    /** A longer command is not taken any more, until the connection is cut. */
    void takeAtMost(int characters) {
        takesAtMost = characters;
    }

    void goDown() {
        down = true;
    }

    synchronized int opened() {
        return opened;
    }

    /** What was sent, grouped by round trip. */
    synchronized List<List<String>> roundTrips() {
        return roundTrips.stream().map(List::copyOf).toList();
    }

    @Override
    public synchronized Wire open(Duration timeout) {
        if (down) {
            throw new Unreachable("nobody there", null);
        }
        opened++;
        return new Scripted();
    }

    private final class Scripted implements Wire {

        private final Deque<String> sent = new ArrayDeque<>();
        private boolean reading = true;
        private final CountDownLatch cut = new CountDownLatch(1);

        @Override
        public void send(byte[]... command) {
            StringBuilder text = new StringBuilder();
            for (byte[] part : command) {
                text.append(text.length() == 0 ? "" : " ").append(new String(part, StandardCharsets.UTF_8));
            }
            synchronized (ScriptedWires.this) {
                if (reading) {
                    roundTrips.add(new ArrayList<>());
                    reading = false;
                }
                roundTrips.get(roundTrips.size() - 1).add(text.toString());
            }
            sent.add(text.toString());
            if (text.length() > takesAtMost) {
                awaitCut();
            }
        }

        @Override
        public Object receive(Duration timeout) {
            reading = true;
            awaitRelease();
            if (cut.getCount() == 0) {
                throw new ReplyLost("cut", null);
            }
            return answers.apply(sent.remove());
        }

        private void awaitCut() {
            try {
                cut.await();
            } catch (InterruptedException e) {
                throw new AssertionError("a write was interrupted", e);
            }
            throw new ReplyLost("cut", null);
        }

        private void awaitRelease() {
            try {
                hold.await();
            } catch (InterruptedException e) {
                throw new AssertionError("a reply was interrupted", e);
            }
        }

        @Override
        public void cut() {
            cut.countDown();
        }

        @Override
        public void close() {
            cut();
        }
    }
}
