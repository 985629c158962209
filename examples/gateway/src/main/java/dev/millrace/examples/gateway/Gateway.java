package dev.millrace.examples.gateway;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Starts a Redis and four processes: a forwarder, two workers and a board. Kills one worker in the middle, waits until
 * all is done, and counts.
 */
public final class Gateway {

    private static final int OK = 0;
    private static final int LOST = 1;
    private static final int USAGE = 2;

    /** How long nobody may have anything to say. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private static final String FORWARDER = "forwarder";
    private static final String FIRST = "worker-1";
    private static final String SECOND = "worker-2";
    private static final String BOARD = "board";

    private final PrintStream out;
    private final Path folder;
    private final Ledger ledger = new Ledger();
    private final Deque<Started> running = new ArrayDeque<>();

    Gateway(PrintStream out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    /**
     * Runs the example, and ends the JVM with status 1 if an event was lost, and 2 if there was none to begin with.
     *
     * @param args a file with events, one JSON object a line; without it, a recording of 600 events
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(System.getProperty("gateway.folder", "target/gateway"));
        int status = new Gateway(System.out, folder).run(args);
        if (status != OK) {
            System.exit(status);
        }
    }

    int run(String... args) throws IOException, InterruptedException {
        String file = args.length == 0 ? "" : args[0];
        List<GatewayEvent> feed;
        try {
            if (args.length > 1) {
                throw new IllegalArgumentException("Give one file of events, or none (was " + args.length + ").");
            }
            feed = Feed.read(file);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            return USAGE;
        } catch (IOException e) {
            out.println(file + ": it cannot be read as UTF-8 text (" + e + "). Give another file.");
            return USAGE;
        }
        Files.createDirectories(folder);
        Thread hook = new Thread(this::stop, "gateway-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            boolean whole = perform(file, feed.size());
            stop();
            return new Totals(ledger, feed.size(), FIRST, SECOND).print(out) && whole ? OK : LOST;
        } finally {
            stop();
            takeBack(hook);
        }
    }

    /** Whether it came to an end; what became of the events is in the ledger. */
    private boolean perform(String file, int events) throws IOException, InterruptedException {
        RedisServer redis = keep(RedisServer.start(folder));
        List<String> settings = List.of(
                "millrace.redis.url=" + redis.uri(),
                // Short, so that a killed worker's events are taken over while one looks on.
                "millrace.redis.claim-after=3s",
                "millrace.redis.retry-after=2s",
                // The board reads without a group, and a topic is kept for groups alone.
                "millrace.redis.max-length=" + Math.max(10_000, 2 * events));
        out.println("A feed of " + events + " events, topic " + Node.TOPIC + ", Redis on port " + redis.port()
                + ". Logs: " + folder);
        NodeProcess first = keep(NodeProcess.start(FIRST, folder, settings, ledger, "work"));
        keep(NodeProcess.start(SECOND, folder, settings, ledger, "work"));
        if (!await("the workers", () -> ledger.isReady(FIRST) && ledger.isReady(SECOND))) {
            return false;
        }
        out.println(FIRST + " and " + SECOND + " share the events, in group workers");
        NodeProcess forwarder = keep(NodeProcess.start(FORWARDER, folder, settings, ledger, "forward", file));
        if (!await(FIRST + " to begin", () -> ledger.beganCount(FIRST) > 0 || ledger.isEnded(FORWARDER))) {
            return false;
        }
        forwarder.tell(Node.GO);
        out.println(FORWARDER + " sends them by the event bridge");
        if (!await("a quarter of the events", () -> isKillDue(events))) {
            return false;
        }
        first.kill();
        out.println("kill -9 of " + FIRST + ", which has handled " + ledger.handledCount(FIRST) + " and has begun "
                + (ledger.beganCount(FIRST) - ledger.handledCount(FIRST)) + " more");
        keep(NodeProcess.start(BOARD, folder, settings, ledger, "watch"));
        out.println(BOARD + " subscribes, from the first event on");
        return await(
                "the rest",
                () -> ledger.forwarded() >= 0 && ledger.handledCount() >= events && ledger.seenCount() >= events);
    }

    private boolean isKillDue(int events) {
        return ledger.handledCount(FIRST) > 0 && ledger.handledCount() * 4 >= events;
    }

    private boolean await(String what, BooleanSupplier condition) throws InterruptedException {
        boolean came = ledger.await(condition, PATIENCE);
        if (!came) {
            out.println("Nothing was heard for " + PATIENCE.toSeconds() + " s, waiting for " + what
                    + ". See the logs in " + folder + ".");
        }
        return came;
    }

    private <S extends Started> S keep(S started) {
        synchronized (running) {
            running.push(started);
        }
        return started;
    }

    /** Ends what was started, the last first. */
    private void stop() {
        synchronized (running) {
            try {
                while (!running.isEmpty()) {
                    running.pop().end();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void takeBack(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and runs it.
        }
    }
}
