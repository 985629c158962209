package dev.millrace.examples.quickstart;

/** Why an order could not be handled: what a real shop meets every day. */
abstract class OrderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OrderException(String message) {
        super(message);
    }

    /** The bank says no, and will say so again. */
    static final class PaymentRefused extends OrderException {

        private static final long serialVersionUID = 1L;

        PaymentRefused(Order order) {
            super("order " + order.id() + ": " + order.total() + " " + order.currency()
                    + " refused, the account is overdrawn");
        }
    }

    /** No carrier goes there, today or tomorrow. */
    static final class UnknownAddress extends OrderException {

        private static final long serialVersionUID = 1L;

        UnknownAddress(Order order) {
            super("order " + order.id() + ": no carrier delivers to "
                    + order.address().country());
        }
    }

    /** Another system is busy; a second try will do. */
    static final class TryAgain extends OrderException {

        private static final long serialVersionUID = 1L;

        TryAgain(Order order, String who) {
            super("order " + order.id() + ": " + who + " is busy");
        }
    }
}
