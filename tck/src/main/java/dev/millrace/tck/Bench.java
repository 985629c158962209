package dev.millrace.tck;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Broker;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.OutgoingMessage;
import dev.millrace.Position;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscription;

/**
 * What one test works on: replicas of a broker, a topic of its own, recording handlers, and time. Everything
 * that it opened it closes after the test. Used by the test's thread.
 */
public final class Bench {

    /** The group of {@link #consume(Broker, RecordingHandler)}. */
    public static final String GROUP = "billing";

    /** What the name of a dead-letter topic ends with. */
    public static final String DEAD = ".dead";

    private static final Duration ROUNDING = Duration.ofMillis(2);

    private record Consuming(Broker broker, Subscription subscription, DeliveryHandler handler) {}

    private final BrokerHarness harness;
    private final String topic;
    private final Map<String, Broker> replicas = new LinkedHashMap<>();
    private final List<Consuming> consuming = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Bell bell = new Bell();
    private BrokerConfig config;
    private int handlers;
    private int markers;

    Bench(BrokerHarness harness, String test) {
        this.harness = harness;
        this.topic = test + "-" + UUID.randomUUID().toString().substring(0, 8);
        this.config = new BrokerConfig(
                new RetryPolicy(RetryPolicy.DEFAULT.maxDeliveries(), harness.gap()),
                harness.claimAfter(),
                harness.patience(),
                Retention.DEFAULT);
    }

    /** The harness, for what only some of them can do. */
    public BrokerHarness harness() {
        return harness;
    }

    /** The test's own topic. */
    public String topic() {
        return topic;
    }

    /** Another topic of the test's own. */
    public String topic(String suffix) {
        return topic + "." + suffix;
    }

    /** The gap of the first retry. */
    public Duration gap() {
        return harness.gap();
    }

    /** The claim time, unless the test changed it. */
    public Duration claimAfter() {
        return harness.claimAfter();
    }

    /** How long this test waits for what must happen. */
    public Duration patience() {
        return harness.patience();
    }

    /** The settings of replicas opened from now on. */
    public BrokerConfig config() {
        return config;
    }

    /** Changes the settings of replicas opened from now on. */
    public void config(BrokerConfig changed) {
        config = changed;
    }

    /** The time as the broker sees it. */
    public Instant now() {
        return harness.clock().instant();
    }

    /** The first replica. */
    public Broker broker() {
        return replica("one");
    }

    /** The replica of this consumer name, opened where it is not open. */
    public Broker replica(String consumer) {
        return replicas.computeIfAbsent(consumer, name -> harness.open(name, config));
    }

    /** Closes a replica; its name may be opened again. */
    public void close(Broker replica) {
        forget(replica);
        replica.close();
    }

    /** Makes a replica die as by {@code kill -9}; its name may be opened again. */
    public void crash(Broker replica) {
        forget(replica);
        harness.crash(replica);
    }

    private void forget(Broker replica) {
        replicas.values().remove(replica);
        consuming.removeIf(each -> each.broker().equals(replica));
    }

    /** A new handler. */
    public RecordingHandler handler() {
        return new RecordingHandler("handler " + ++handlers, bell, harness.clock(), harness.patience());
    }

    /** A new gate, closed. */
    public Gate gate() {
        Gate gate = new Gate();
        gates.add(gate);
        return gate;
    }

    /** Listens to the log from now on. */
    public CapturedLog log() {
        CapturedLog log = new CapturedLog();
        opened.add(log);
        return log;
    }

    /** Has something closed after the test, while the replicas are still open. */
    public void closeAtEnd(AutoCloseable open) {
        opened.add(open);
    }

    /** Options for the group that most tests consume in. */
    public ConsumerOptions options() {
        return ConsumerOptions.group(GROUP);
    }

    /** Consumes the test's topic on the first replica. */
    public Subscription consume(DeliveryHandler handler) {
        return consume(broker(), handler);
    }

    /** Consumes the test's topic on the first replica. */
    public Subscription consume(ConsumerOptions options, DeliveryHandler handler) {
        return consume(broker(), topic, options, handler);
    }

    /** Consumes the test's topic on a replica. */
    public Subscription consume(Broker broker, DeliveryHandler handler) {
        return consume(broker, topic, options(), handler);
    }

    /** Consumes the test's topic on a replica. */
    public Subscription consume(Broker broker, ConsumerOptions options, DeliveryHandler handler) {
        return consume(broker, topic, options, handler);
    }

    /** Consumes a topic on a replica. */
    public Subscription consume(Broker broker, String from, ConsumerOptions options, DeliveryHandler handler) {
        Subscription subscription = broker.consume(from, options, handler);
        consuming.add(new Consuming(broker, subscription, handler));
        return subscription;
    }

    /** Subscribes to the test's topic on the first replica. */
    public BroadcastSubscription subscribe(Position from, DeliveryHandler handler) {
        return subscribe(broker(), SubscriberOptions.from(from), handler);
    }

    /** Subscribes to the test's topic on a replica. */
    public BroadcastSubscription subscribe(Broker broker, SubscriberOptions options, DeliveryHandler handler) {
        BroadcastSubscription subscription = broker.subscribe(topic, options, handler);
        consuming.add(new Consuming(broker, subscription, handler));
        return subscription;
    }

    /** Publishes texts to the test's topic; returns the id of the last. */
    public String publish(String... texts) {
        String id = "";
        for (String text : texts) {
            id = broker().publish(topic, text);
        }
        return id;
    }

    /** Publishes to the test's topic. */
    public String publish(OutgoingMessage message) {
        return broker().publish(message);
    }

    /**
     * Publishes one more message and waits until the handler is done with it: what was published before and
     * has not reached that handler by then is not on its way to it.
     */
    public void awaitMarker(RecordingHandler handler) {
        String marker = "marker " + ++markers;
        broker().publish(topic, marker);
        handler.awaitEnded(marker);
    }

    /**
     * Publishes markers until one of them reaches the handler: for a group that starts at the present, since
     * only the broker knows when that is, and after an outage, which may not be over for the broker yet.
     */
    public void awaitFirstMarker(RecordingHandler handler) {
        Instant deadline = Instant.now().plus(harness.patience());
        String prefix = "first marker " + ++markers;
        while (handler.texts().stream().noneMatch(text -> text.startsWith(prefix))) {
            if (Instant.now().isAfter(deadline)) {
                throw new AssertionError(
                        handler + " got no marker within " + harness.patience() + ". It saw " + handler.seen() + ".");
            }
            try {
                broker().publish(topic, prefix);
            } catch (BrokerUnavailableException e) {
                continue;
            }
            handler.awaitChange(Duration.ofMillis(100));
        }
    }

    /** As {@link #awaitMarker(RecordingHandler)}, where either of two members of a group may get it. */
    public void awaitMarker(RecordingHandler one, RecordingHandler other) {
        String marker = "marker " + ++markers;
        broker().publish(topic, marker);
        one.await(
                marker + " to end here or in " + other,
                () -> one.seen(marker).size() + other.seen(marker).size() > 0);
        settle();
    }

    /** Waits until every handler that is not held has returned and the broker has settled what it did. */
    public void settle() {
        for (Consuming each : consuming) {
            boolean held = each.handler() instanceof RecordingHandler handler && handler.inHand() > 0;
            if (!held && !each.subscription().awaitIdle(harness.patience())) {
                throw new AssertionError(
                        "the subscription of " + each.handler() + " was not idle within " + harness.patience() + ".");
            }
        }
    }

    /** Consumes the dead letters of the test's topic until there have been this many. */
    public List<Seen> awaitDeadLetters(int letters) {
        RecordingHandler handler = handler();
        consume(broker(), topic + DEAD, ConsumerOptions.group("undertaker"), handler);
        return handler.awaitEnded(letters);
    }

    /**
     * Lets time pass, until the broker has shown that it has: by the retry of a message elsewhere, due then.
     * What was to happen meanwhile is under way; a test that wants to see it awaits it.
     */
    public void pass(Duration time) {
        settle();
        passUnsettled(time);
    }

    /** As {@link #pass}, while a handler has returned and its delivery is left unsettled, or a drain goes on. */
    public void passUnsettled(Duration time) {
        new Clockwork(harness).pass(time, replica(Clockwork.CONSUMER), handler());
    }

    /** The shortest time between two deliveries that still counts as having kept this gap. */
    static Duration atLeast(Duration gap) {
        return gap.compareTo(ROUNDING) < 0 ? Duration.ZERO : gap.minus(ROUNDING);
    }

    void clear() {
        gates.forEach(Gate::open);
        List<AutoCloseable> open = new ArrayList<>(opened);
        open.addAll(replicas.values());
        open.add(harness);
        Closing.all(open);
    }
}
