package dev.millrace;

import java.util.concurrent.CompletionStage;

/**
 * Handles one delivery, possibly to finish later: the form that {@link MessageHandler} and annotated
 * methods are turned into.
 */
@FunctionalInterface
public interface DeliveryHandler {

    /**
     * Handles a delivery. With {@link AckMode#AUTO} the message is acked when the stage completes normally;
     * {@code null} counts as a failure. With {@link AckMode#MANUAL} the delivery is settled through its own
     * methods; the stage, then, says only when the handler is done with the delivery's contexts.
     *
     * @throws Exception to leave the message unacked
     */
    CompletionStage<?> handle(Delivery delivery) throws Exception;
}
