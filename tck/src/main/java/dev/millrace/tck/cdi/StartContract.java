package dev.millrace.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.TraceContext;
import dev.millrace.tck.Assertion;
import dev.millrace.tck.Bench;
import dev.millrace.tck.RecordingHandler;
import dev.millrace.tck.Theme;

/** When consumers start. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // The beans are public only because an interface holds them.
public interface StartContract extends Theme {

    /** A handler. */
    @ApplicationScoped
    class Early {

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "early")
        void handle() {
            journal.add("handled");
        }
    }

    @Assertion("DRN-1")
    default void consumersStartAfterTheObserversOfTheStart(Bench bench) {
        RecordingHandler beside = bench.handler();
        bench.consume(ConsumerOptions.group("beside"), beside);
        bench.publish("order");
        Application application = Application.on(bench);
        application.whenInitialized(() -> {
            bench.awaitMarker(beside);
            bench.awaitMarker(beside);
            application.journal().add("initialized");
        });

        application.start(Early.class);

        application.journal().await("handled", 3);
        assertThat(application.journal().lines()).startsWith("initialized");
    }

    @Assertion({"HND-1", "DRN-1"})
    default void whatWasPublishedBeforeTheStartIsHandled(Bench bench) {
        bench.publish("order");

        Application application = Application.start(bench, Early.class);

        application.journal().await("handled");
    }

    /** Consumes by hand, with the registry that the application's shutdown drains. */
    @ApplicationScoped
    class ByHand {

        @Inject
        ConsumerRegistry consumers;

        @Inject
        ContextsContract.Basket basket;

        @Inject
        Journal journal;

        /** Starts to consume. */
        public void consume(String topic) {
            consumers.consume(
                    topic,
                    ConsumerOptions.group("by hand"),
                    message -> journal.add(basket.name() + " "
                            + TraceContext.current().traceId().isPresent()));
        }
    }

    @Assertion("REG-1")
    default void injectedRegistryGivesItsMessagesRequestContextAndTrace(Bench bench) {
        Application application =
                Application.start(bench, ByHand.class, ContextsContract.Basket.class, ContextsContract.Neighbour.class);
        application.get(ByHand.class).consume(bench.topic());

        application.publish("order");

        assertThat(application.journal().await("basket ", 1))
                .singleElement()
                .asString()
                .endsWith(" true");
        application.journal().await("destroyed", 1);
    }
}
