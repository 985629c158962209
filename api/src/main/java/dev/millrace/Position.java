package dev.millrace;

import java.time.DateTimeException;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Where a broadcast subscriber starts on a topic. The four forms are written as text in
 * {@link Subscribes#from()}, see {@link #parse}.
 */
public sealed interface Position {

    /** At the present: messages published from now on. The broker looks up once what that is. */
    record Latest() implements Position {

        @Override
        public String toString() {
            return "latest";
        }
    }

    /** At the oldest message that the topic still holds. */
    record Earliest() implements Position {

        @Override
        public String toString() {
            return "earliest";
        }
    }

    /**
     * After a message, which need not exist any more. An id that the topic has not reached is of another topic, or of
     * one that was deleted or lost its end: then it starts at the beginning, so that all is replayed, with a WARNING.
     */
    record After(String id) implements Position {

        /**
         * Checks the id for being one; its form is the broker's to check.
         *
         * @throws IllegalArgumentException if it is null or blank
         */
        public After {
            Require.notBlank("id of a position", id);
        }

        @Override
        public String toString() {
            return "after:" + id;
        }
    }

    /** At the first message that the broker accepted at an instant or later, by its clock, to the millisecond. */
    record At(Instant instant) implements Position {

        /** What can be told in milliseconds, as brokers do. */
        private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

        /**
         * Checks the instant.
         *
         * @throws IllegalArgumentException if it is null, before 1970, or beyond what a {@code long} can tell in
         *     milliseconds, as {@link Instant#MAX} is
         */
        public At {
            if (Require.notNull("instant of a position", instant).isBefore(Instant.EPOCH)) {
                throw new IllegalArgumentException("instant of a position: no message is as old as that (was " + instant
                        + "). Use Position.earliest() for all of them.");
            }
            if (instant.isAfter(LAST)) {
                throw new IllegalArgumentException("instant of a position: no clock comes as far as that (was "
                        + instant + "). Use Position.latest() for what is published from now on.");
            }
        }

        @Override
        public String toString() {
            return "at:" + instant;
        }
    }

    /** At the present. */
    static Position latest() {
        return new Latest();
    }

    /** At the oldest message that the topic still holds. */
    static Position earliest() {
        return new Earliest();
    }

    /**
     * After a message: where a subscriber goes on that has noted {@link BroadcastSubscription#position()}; at the
     * beginning where the topic has not reached it, see {@link After}.
     *
     * @throws IllegalArgumentException if the id is null or blank
     */
    static Position after(String id) {
        return new After(id);
    }

    /**
     * At an instant.
     *
     * @throws IllegalArgumentException if it is null, before 1970, or beyond what a {@code long} can tell in
     *     milliseconds
     */
    static Position at(Instant instant) {
        return new At(instant);
    }

    /**
     * Reads a position: {@code latest}, {@code earliest}, {@code after:<id>} or {@code at:<instant>}, the
     * instant in ISO form, such as {@code at:2026-11-29T12:00:00Z}.
     *
     * @throws IllegalArgumentException if the text is none of these
     */
    static Position parse(String text) {
        String written = Require.notNull("position", text).strip();
        try {
            if (written.equals("latest")) {
                return latest();
            }
            if (written.equals("earliest")) {
                return earliest();
            }
            if (written.startsWith("after:")) {
                return after(written.substring("after:".length()).strip());
            }
            if (written.startsWith("at:")) {
                return at(Instant.parse(written.substring("at:".length()).strip()));
            }
        } catch (DateTimeException e) {
            throw unknown(text, e);
        }
        throw unknown(text, null);
    }

    private static IllegalArgumentException unknown(String text, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "position: one of four forms is needed (was \"" + text + "\"). Write latest, earliest, after:<id>, or"
                        + " at:<instant> such as at:2026-11-29T12:00:00Z.",
                cause);
    }
}
