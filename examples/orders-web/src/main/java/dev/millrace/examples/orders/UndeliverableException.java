package dev.millrace.examples.orders;

import jakarta.ejb.ApplicationException;

/** An order to a country where nobody delivers. It rolls back, and the server does not log it as a fault of its own. */
@ApplicationException(rollback = true)
public class UndeliverableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndeliverableException(Order order) {
        super("Order " + order.id() + ": nobody delivers there (was " + order.country() + ").");
    }
}
