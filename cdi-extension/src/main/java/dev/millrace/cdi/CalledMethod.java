package dev.millrace.cdi;

import jakarta.enterprise.inject.spi.Bean;

/** A method that messages of a topic are given to, and the bean it is called on. */
sealed interface CalledMethod permits HandlerMethod, SubscriberMethod {

    HandlerCandidate candidate();

    Bean<?> bean();

    String topic();

    default String name() {
        return candidate().name();
    }
}
