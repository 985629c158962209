package dev.millrace.spi;

/** Thrown by a handler that was called and has done nothing: the delivery does not count. */
final class NotGiven extends RuntimeException {

    private static final long serialVersionUID = 1;

    NotGiven() {
        super("nobody asked for it", null, false, false);
    }
}
