package dev.millrace.cdi;

import java.util.List;

import javax.management.MXBean;

/**
 * What an operator may ask of an application's consumers. By JMX it is
 * {@code dev.millrace:type=Consumers,application=NAME}, with the name that the server gives the application, there
 * while the application has consumers. It can also be injected. Thread-safe.
 */
@MXBean
@SuppressWarnings("exports") // The annotation's module need not be read by those who call this.
public interface ConsumerControl {

    /** How far the consumers are on their way down. */
    enum State {
        /** Messages are handled, or will be when the application is up. */
        RUNNING,
        /** No new message is started; those in hand are waited for. */
        DRAINING,
        /** Nothing is started any more, and the wait for what was in hand is over. */
        DRAINED
    }

    /** How far the consumers are on their way down. */
    State getState();

    /** What is consumed, as {@code topic/group}, and what is subscribed to, as {@code topic} alone. */
    List<String> getSubscriptions();

    /**
     * Starts no message any more, and waits for those in hand, for {@code millrace.shutdown-timeout} at most. The
     * application goes on otherwise and may publish. Ask for it ahead of a shutdown; there is no way back but to
     * start the application again. A second call waits for the first.
     *
     * @return the subscriptions that have a message in hand still, as {@link #getSubscriptions} names them: in a
     *     group it stays pending
     */
    List<String> drain();
}
