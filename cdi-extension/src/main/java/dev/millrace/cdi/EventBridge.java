package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

import dev.millrace.ConsumerOptions;
import dev.millrace.EventName;
import dev.millrace.Subscription;

/**
 * Carries CDI events from one process to others: forwards those that are fired here to a topic, and fires those
 * of a topic here. Injected, as {@code @Inject EventBridge}; thread-safe.
 *
 * <p>An event travels as a message named by its class, see {@link EventName}, with its qualifiers, the process
 * it comes from and its number there as headers. What was replayed is never forwarded again, by no bridge of this
 * process, so that bridges may lead in both directions.
 */
public interface EventBridge {

    /** The header with the process that an event comes from: one id from its start to its end. */
    String ORIGIN = "x-event-origin";

    /** The header with the event's number among those of its forwarding, 1 for the first. */
    String SEQUENCE = "x-event-sequence";

    /** The header with the event's qualifiers. */
    String QUALIFIERS = "x-event-qualifiers";

    /** The header with the previous state, as JSON, where the forwarding takes one along. */
    String PREVIOUS = "x-event-previous";

    /**
     * Events of a class and its subclasses are to be forwarded; begins with {@link Forwarding#to}.
     *
     * @throws IllegalStateException if no bean of the application has the bridge injected, so that events are not
     *     observed (MILL-059)
     * @throws IllegalArgumentException if the class has type parameters, unless it is abstract: its subclasses may be
     *     without
     */
    <E> Forwarding<E> forward(Class<E> type);

    /**
     * Fires the events of a topic as CDI events, of the class and with the qualifiers they were fired with where
     * they come from. Synchronously, in the request context of the delivery: an observer that throws fails it.
     * The application's drain ends it.
     *
     * @param options the group that shares the events; its {@code events} are those of the classes
     * @param types the classes whose events are fired; no other is ever made of a message. A subclass has to be
     *     named itself
     * @throws IllegalArgumentException if no class is named, one has type parameters, two have one event's name, or the
     *     options ask for settling by hand
     */
    Subscription replay(String topic, ConsumerOptions options, Class<?>... types);

    /**
     * The state before the event that is being replayed on the calling thread.
     *
     * @return empty where none travels with the event, and outside of a replay
     * @throws dev.millrace.PayloadException if it does not fit the type
     */
    <T> Optional<T> previous(Class<T> type);

    /**
     * What is to be forwarded, and how. Each method but {@link #to} returns this, and throws
     * {@link IllegalStateException} once {@link #to} was called. Not thread-safe.
     *
     * @param <E> the class of the events
     */
    interface Forwarding<E> {

        /** Only events that were fired with all of these qualifiers. */
        Forwarding<E> qualifiedBy(Annotation... qualifiers);

        /** Takes the state before the event along, for {@link EventBridge#previous}. Told by an event what it was. */
        Forwarding<E> previous(Function<? super E, ? extends Object> state);

        /**
         * Told of an event that could not be forwarded, on the thread that fired it; without it that is one line at
         * WARNING.
         */
        Forwarding<E> onError(BiConsumer<? super E, ? super RuntimeException> observer);

        /**
         * Begins. From now on {@code fire} returns once the broker has the event too, or {@link #onError} was told;
         * it never throws for the bridge. The bridge comes after the observers here, and forwards nothing that one
         * of them threw on. Events have the order in the topic in which they are told to observers; those of
         * {@code fireAsync} are not forwarded. An event fired within a transaction is forwarded at once, before the
         * commit, and stays on the topic when the transaction rolls back; observers with a transactional phase run
         * after the bridge. To forward after the commit, observe your own event with {@code AFTER_SUCCESS} and fire
         * the one to be forwarded there.
         *
         * @throws IllegalArgumentException if the topic is blank, or it was called before
         */
        Link to(String topic);
    }

    /** Events on their way to a topic, until it is closed. */
    interface Link extends AutoCloseable {

        /** How many events the broker has. */
        long forwarded();

        /** Forwards nothing from now on; harmless when repeated. */
        @Override
        void close();
    }
}
