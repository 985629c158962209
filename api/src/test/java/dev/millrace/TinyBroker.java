package dev.millrace;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import dev.millrace.spi.HandlerSlots;
import dev.millrace.spi.Outcome;
import dev.millrace.spi.PullConsumers;
import dev.millrace.spi.SubscriberBuffer;

/**
 * The least that is a broker: each group gets what is published after it subscribed, and what fails is
 * remembered and not tried again.
 */
public class TinyBroker implements Broker {

    private final PayloadCodec codec = PayloadCodec.jsonb();
    private final AtomicLong ids = new AtomicLong();
    private final List<TinySubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final List<TinyBroadcast> broadcasts = new CopyOnWriteArrayList<>();
    private final PullConsumers pulls = new PullConsumers(this::consume, topic -> {}, RetryPolicy.DEFAULT);
    private final List<BrokerMessage> published = new CopyOnWriteArrayList<>();
    private final List<String> acked = new CopyOnWriteArrayList<>();
    private final List<Outcome> unacked = new CopyOnWriteArrayList<>();

    /** The ids of the messages acked, in that order. */
    public List<String> acked() {
        return acked;
    }

    /** How the others ended. */
    public List<Outcome> unacked() {
        return unacked;
    }

    @Override
    public String publish(OutgoingMessage message) {
        String id = ids.incrementAndGet() + "-0";
        BrokerMessage received = BrokerMessage.builder(message.topic(), message.encode(codec))
                .id(id)
                .headers(message.headers())
                .codec(codec)
                .build();
        published.add(received);
        subscriptions.stream().filter(to -> to.topic().equals(message.topic())).forEach(to -> to.add(received));
        broadcasts.stream()
                .filter(to -> to.topic().equals(message.topic()))
                .forEach(to -> to.buffer().offer(received, 0, Optional.empty()));
        return id;
    }

    @Override
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        return CompletableFuture.completedFuture(publish(message));
    }

    @Override
    public DeadLetters deadLetters(String topic) {
        throw new UnsupportedOperationException("this broker keeps no dead letters");
    }

    @Override
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        return pulls.open(topic, options);
    }

    @Override
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        TinySubscription subscription = new TinySubscription(topic, options, handler);
        subscriptions.add(subscription);
        return subscription;
    }

    @Override
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        TinyBroadcast broadcast = new TinyBroadcast(
                topic,
                new SubscriberBuffer(topic, options, handler, HandlerSlots.daemonThreads(topic), () -> {}, () -> {}));
        broadcasts.add(broadcast);
        return broadcast;
    }

    @Override
    public List<BrokerMessage> history(String topic, int count) {
        List<BrokerMessage> all = published.stream()
                .filter(message -> message.topic().equals(topic))
                .toList();
        return all.subList(Math.max(0, all.size() - count), all.size());
    }

    @Override
    public boolean drain(Duration timeout) {
        List<Subscription> all = new ArrayList<>(subscriptions);
        all.addAll(broadcasts);
        return Subscription.drain(pulls.with(all), timeout);
    }

    @Override
    public void close() {
        drain(Duration.ofSeconds(15));
    }

    private record TinyBroadcast(String topic, SubscriberBuffer buffer) implements BroadcastSubscription {

        @Override
        public Optional<String> position() {
            return buffer.position();
        }

        @Override
        public long dropped() {
            return buffer.dropped();
        }

        @Override
        public Optional<BrokerException> failure() {
            return buffer.failure();
        }

        @Override
        public void pause() {
            buffer.pause();
        }

        @Override
        public void resume() {
            buffer.resume();
            buffer.pump();
        }

        @Override
        public boolean awaitIdle(Duration timeout) {
            return buffer.awaitIdle(timeout);
        }

        @Override
        public void close() {
            buffer.close();
        }
    }

    private final class TinySubscription implements Subscription {

        private final String topic;
        private final String group;
        private final HandlerSlots slots;
        private final Queue<BrokerMessage> held = new ArrayDeque<>();

        TinySubscription(String topic, ConsumerOptions options, DeliveryHandler handler) {
            this.topic = Require.notBlank("topic", topic);
            this.group = options.group();
            String name = topic + "/" + group;
            this.slots = new HandlerSlots(
                    name,
                    options.concurrency(),
                    options.ack(),
                    handler,
                    options.threads().orElse(HandlerSlots.daemonThreads(name)),
                    this::startNext);
        }

        void add(BrokerMessage message) {
            synchronized (held) {
                held.add(message);
            }
            startNext();
        }

        private void startNext() {
            synchronized (held) {
                while (!held.isEmpty()
                        && slots.start(held.element(), settling(held.element())).isPresent()) {
                    held.remove();
                }
            }
        }

        private Consumer<Outcome> settling(BrokerMessage message) {
            return outcome -> {
                if (outcome instanceof Outcome.Done) {
                    acked.add(message.id());
                } else {
                    unacked.add(outcome);
                }
            };
        }

        @Override
        public String topic() {
            return topic;
        }

        @Override
        public String group() {
            return group;
        }

        @Override
        public void pause() {
            slots.pause();
        }

        @Override
        public void resume() {
            slots.resume();
            startNext();
        }

        @Override
        public boolean awaitIdle(Duration timeout) {
            return slots.awaitIdle(timeout);
        }

        @Override
        public void close() {
            slots.close();
        }
    }
}
