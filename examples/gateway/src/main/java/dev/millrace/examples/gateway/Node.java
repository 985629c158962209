package dev.millrace.examples.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

import dev.millrace.cdi.ConsumesExtension;

/**
 * One process: it has one of the roles and runs until it is told to end, or its input ends. What it does goes to
 * standard output, a word and a number a line; everything else is the log's.
 */
public final class Node {

    /** The topic that carries the events. */
    static final String TOPIC = "gateway.events";

    /** Ends the process; so does the end of its input. */
    static final String END = "end";

    /** Ends the slow start of the forwarder. */
    static final String GO = "go";

    private static final CountDownLatch ALLOWED = new CountDownLatch(1);

    private Node() {}

    /**
     * Runs a process.
     *
     * @param args {@code forward} and a file, {@code work}, or {@code watch}
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread input = new Thread(() -> listen(end), "input");
        input.setDaemon(true);
        input.start();
        Class<?> bean = switch (args[0]) {
            case "forward" -> Forwarder.class;
            case "work" -> Worker.class;
            case "watch" -> Board.class;
            default -> throw new IllegalArgumentException("role: forward, work or watch (was " + args[0] + ")");
        };
        try (SeContainer container = SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(new ConsumesExtension())
                .addBeanClasses(bean)
                .initialize()) {
            say("ready", 0);
            if (bean == Forwarder.class) {
                container.select(Forwarder.class).get().forward(Feed.read(args[1]));
            }
            end.await();
        }
    }

    /** Once the one who started this process is gone, its input ends, and so does the process. */
    private static void listen(CountDownLatch end) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null && !line.equals(END); line = in.readLine()) {
                if (line.equals(GO)) {
                    ALLOWED.countDown();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            ALLOWED.countDown();
            end.countDown();
        }
    }

    static CountDownLatch allowed() {
        return ALLOWED;
    }

    /** A line in one piece, which has left the process when this returns. */
    static void say(String word, long number) {
        synchronized (System.out) {
            System.out.println(word + " " + number);
            System.out.flush();
        }
    }
}
