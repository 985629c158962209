package dev.millrace;

import java.time.Instant;
import java.util.Optional;

/**
 * A message that a group gave up on.
 *
 * <p>Of an entry that another program wrote to the dead-letter topic, what it left out is filled in: the reason is
 * {@link Reason#UNKNOWN}, the group and the consumer {@code ""}, the deliveries 0, and the message's id and
 * the time are those of the entry.
 *
 * @param id the id of the dead letter itself, by which it is requeued or purged
 * @param reason why it was given up
 * @param topic the topic on which handling failed
 * @param group the group that failed; {@code ""} where that is not known
 * @param messageId the id the message had on its topic
 * @param consumer the consumer that gave up; {@code ""} where that is not known
 * @param deliveries how often the message was delivered to the group; also 1 for one that no handler saw, which the
 *     group was given once; 0 where that is not known
 * @param exception the class name of the last failure, where one is known
 * @param exceptionMessage the message of the last failure, cut to 1 KiB, where there was one
 * @param at when it was given up
 * @param message the message as it was published: payload, event and headers without those of
 *     {@link DeadLetterHeaders}; its {@link BrokerMessage#publishedAt()} is that of the dead letter
 */
public record DeadLetter(
        String id,
        Reason reason,
        String topic,
        String group,
        String messageId,
        String consumer,
        int deliveries,
        Optional<String> exception,
        Optional<String> exceptionMessage,
        Instant at,
        BrokerMessage message) {

    /** Why a message became a dead letter. */
    public enum Reason {
        /** Its deliveries were used up. */
        MAX_DELIVERIES,
        /** Its payload could not be decoded. */
        PAYLOAD,
        /** The entry is not in the broker's form. */
        MALFORMED,
        /** Its failure is one that the handler lists in {@link Consumes#deadLetterOn()}. */
        DEAD_LETTER_ON,
        /** No live member of the group handled its event, and {@link Unhandled#DEAD_LETTER} was asked for. */
        UNHANDLED,
        /** An entry of the dead-letter topic that does not say, or in words of another program. */
        UNKNOWN
    }
}
