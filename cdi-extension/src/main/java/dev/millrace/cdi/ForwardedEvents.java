package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;

import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.PayloadCodec;
import org.jspecify.annotations.Nullable;

/** What of the events fired here goes to topics. */
final class ForwardedEvents {

    private static final System.Logger LOG = System.getLogger(EventBridge.class.getName());

    final Replayed replayed = new Replayed();
    private final String origin = UUID.randomUUID().toString();
    private final List<Way<?>> ways = new CopyOnWriteArrayList<>();
    private final PayloadCodec states = PayloadCodec.jsonb();
    private final MessageBroker broker;

    ForwardedEvents(MessageBroker broker) {
        this.broker = broker;
    }

    /** An event was fired. Asked for every event of the application, so most of them end here. */
    void observed(Object event, Set<Annotation> qualifiers) {
        for (Way<?> way : ways) {
            if (way.takes(event, qualifiers) && !replayed.contains(event)) {
                way.forward(event, qualifiers);
            }
        }
    }

    <E> EventBridge.Forwarding<E> forward(Class<E> type) {
        return new Way<>(type);
    }

    /** Events of one class, on their way to one topic. */
    private final class Way<E> implements EventBridge.Forwarding<E>, EventBridge.Link {

        private final Class<E> type;
        private final AtomicLong forwarded = new AtomicLong();
        private Set<Annotation> qualifiers = Set.of();
        private @Nullable Function<? super E, ? extends Object> previous;
        private BiConsumer<? super E, ? super RuntimeException> onError = this::warn;
        private String topic = "";
        private long sequence;

        Way(Class<E> type) {
            this.type = type;
        }

        @Override
        public EventBridge.Forwarding<E> qualifiedBy(Annotation... wanted) {
            notBegun().qualifiers = Set.of(wanted);
            return this;
        }

        @Override
        public EventBridge.Forwarding<E> previous(Function<? super E, ? extends Object> state) {
            notBegun().previous = state;
            return this;
        }

        @Override
        public EventBridge.Forwarding<E> onError(BiConsumer<? super E, ? super RuntimeException> observer) {
            notBegun().onError = observer;
            return this;
        }

        /** Those who fire read what it holds without a lock, once it has begun. */
        private Way<E> notBegun() {
            if (!topic.isEmpty()) {
                throw new IllegalStateException("Forwarding of " + type.getName() + ": it is changed before it begins"
                        + " (was to " + topic + "). Call forward again for another.");
            }
            return this;
        }

        @Override
        public EventBridge.Link to(String name) {
            if (!topic.isEmpty() || name.isBlank()) {
                throw new IllegalArgumentException("Forwarding of " + type.getName()
                        + ": it begins once, with a topic (was \"" + name + "\"). Call forward again for another.");
            }
            topic = name;
            ways.add(this);
            return this;
        }

        boolean takes(Object event, Set<Annotation> fired) {
            return type.isInstance(event) && fired.containsAll(qualifiers);
        }

        void forward(Object fired, Set<Annotation> with) {
            E event = type.cast(fired);
            try {
                numbered(message(event, with)).toCompletableFuture().join();
                forwarded.incrementAndGet();
            } catch (CompletionException e) {
                tell(event, e.getCause() instanceof RuntimeException cause ? cause : e);
            } catch (RuntimeException e) {
                tell(event, e);
            }
        }

        /**
         * One at a time, so that the topic has the order of the numbers. It is the caller who waits: in an outage those
         * who fire wait together, not each for all before it.
         */
        private synchronized CompletionStage<String> numbered(OutgoingMessage message) {
            CompletionStage<String> published =
                    broker.publishAsync(message.header(EventBridge.SEQUENCE, Long.toString(sequence + 1)));
            sequence++;
            return published;
        }

        private OutgoingMessage message(E event, Set<Annotation> with) {
            BridgeOfEvents.refuseParameters("Forwarding to topic " + topic, event.getClass());
            OutgoingMessage message = OutgoingMessage.event(topic, event).header(EventBridge.ORIGIN, origin);
            String written = EventQualifiers.write(with);
            if (!written.isEmpty()) {
                message = message.header(EventBridge.QUALIFIERS, written);
            }
            Object state = previous == null ? null : previous.apply(event);
            return state == null
                    ? message
                    : message.header(
                            EventBridge.PREVIOUS,
                            new String(states.encode(state), java.nio.charset.StandardCharsets.UTF_8));
        }

        private void tell(E event, RuntimeException failure) {
            try {
                onError.accept(event, failure);
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
                warn(event, failure);
            }
        }

        private void warn(E event, RuntimeException failure) {
            LOG.log(
                    Level.WARNING,
                    "An event of " + event.getClass().getName() + " was not forwarded to topic " + topic
                            + ". Add onError to do something about it.",
                    failure);
        }

        @Override
        public long forwarded() {
            return forwarded.get();
        }

        @Override
        public void close() {
            ways.remove(this);
        }
    }
}
