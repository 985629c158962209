package dev.millrace.examples.quickstart.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.ConsumerOptions;
import dev.millrace.MessageBroker;
import dev.millrace.MessageGap;
import dev.millrace.OutgoingMessage;
import dev.millrace.PublishOutcomeUnknownException;
import dev.millrace.Subscribes;
import dev.millrace.cdi.ConsumesExtension;
import dev.millrace.cdi.EventBridge;

/**
 * One of two processes. It does what it reads and tells what it gets, a line each: {@code R} and a reading,
 * {@code E} and an event that was replayed, {@code G} and a gap.
 */
@ApplicationScoped
public class Peer {

    /** The topic of readings. */
    static final String READINGS = "readings";

    /** The topic of events. */
    static final String TICKS = "ticks";

    @Inject
    MessageBroker broker;

    @Inject
    EventBridge bridge;

    @Inject
    Event<Tick> ticks;

    private final AtomicBoolean failed = new AtomicBoolean();
    private final CountDownLatch gate = new CountDownLatch(1);
    private volatile String holdsAt = "";
    private EventBridge.Link link;

    /**
     * Runs until its input ends.
     *
     * @param args {@code replay} for one that replays events
     */
    public static void main(String[] args) throws IOException {
        try (SeContainer container = SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(new ConsumesExtension())
                .addBeanClasses(Peer.class)
                .initialize()) {
            container.select(Peer.class).get().run(args.length > 0);
        }
    }

    void run(boolean replays) throws IOException {
        link = bridge.forward(Tick.class)
                .onError((tick, failure) -> failed.set(true))
                .to(TICKS);
        if (replays) {
            bridge.replay(TICKS, ConsumerOptions.group("peers").concurrency(2), Tick.class);
        }
        say("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "work" -> work(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                case "hold" -> holdsAt = words[1];
                case "go" -> gate.countDown();
                default -> throw new IllegalArgumentException("no such command: " + line);
            }
            say("done " + line);
        }
        say("forwarded " + link.forwarded());
    }

    private void work(int from, int to) {
        for (int number = from; number <= to; number++) {
            publish(Integer.toString(number));
            do {
                failed.set(false);
                ticks.fire(new Tick(number));
            } while (failed.get());
            say("worked " + number);
        }
    }

    /** Until the broker has it; under its key it is one entry, however often it is sent. */
    private void publish(String number) {
        OutgoingMessage reading = OutgoingMessage.to(READINGS, number).idempotencyKey(number);
        while (true) {
            try {
                broker.publish(reading);
                return;
            } catch (BrokerUnavailableException | PublishOutcomeUnknownException again) {
                say("waiting " + number);
            }
        }
    }

    @Subscribes(topic = READINGS, from = "earliest", buffer = 1)
    void reading(BrokerMessage message) throws InterruptedException {
        say("R " + message.text());
        if (message.text().equals(holdsAt)) {
            gate.await();
        }
    }

    void gap(@Observes MessageGap gap) {
        say("G " + gap.count().orElse(-1));
    }

    void tick(@Observes Tick tick) {
        say("E " + tick.number());
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }
}
