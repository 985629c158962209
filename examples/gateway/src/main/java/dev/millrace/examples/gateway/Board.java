package dev.millrace.examples.gateway;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import dev.millrace.ConsumerRegistry;
import dev.millrace.MessageGap;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;

/** Sees every event from the first on, whoever works on it, and starts late on purpose. */
@ApplicationScoped
class Board {

    @Inject
    ConsumerRegistry consumers;

    void start(@Observes @Initialized(ApplicationScoped.class) Object started) {
        consumers.subscribe(
                Node.TOPIC,
                SubscriberOptions.from(Position.earliest()).onGap(Board::missed),
                message -> Node.say("saw", Worker.number(message)));
    }

    private static void missed(MessageGap gap) {
        Node.say("missed", gap.count().orElse(-1));
    }
}
