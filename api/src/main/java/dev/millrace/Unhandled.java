package dev.millrace;

/** What becomes of a message whose event no live member of its group handles. */
public enum Unhandled {
    /** It is acked and counted, with one INFO line for each name of an event. */
    ACK,
    /** It is a dead letter at once, to be requeued when there is a handler. */
    DEAD_LETTER
}
