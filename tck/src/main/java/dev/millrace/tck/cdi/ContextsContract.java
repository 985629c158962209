package dev.millrace.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Destroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.TraceContext;
import dev.millrace.cdi.DeliveryContext;
import dev.millrace.tck.Assertion;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Gate;
import dev.millrace.tck.Theme;

/** The request context of a delivery, and what can be injected in it. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // The beans are public only because an interface holds them.
public interface ContextsContract extends Theme {

    /** Something that each request has its own of. */
    @RequestScoped
    class Basket {

        @Inject
        Journal journal;

        @Inject
        Neighbour neighbour;

        /** Which instance it is. */
        public String name() {
            return "basket " + System.identityHashCode(this);
        }

        @PreDestroy
        void destroy() {
            journal.add("destroyed beside " + neighbour.name());
        }
    }

    /** Another one, to see whether the context is active while the first is destroyed. */
    @RequestScoped
    class Neighbour {

        /** Its name. */
        public String name() {
            return "neighbour";
        }
    }

    /** Calls the basket twice, fails on the first delivery of what is bad. */
    @ApplicationScoped
    class Shop {

        @Inject
        Journal journal;

        @Inject
        Basket basket;

        @Inject
        Till till;

        @Consumes(topic = Application.TOPIC, group = "shop")
        void handle(BrokerMessage message) {
            journal.add(basket.name());
            journal.add(till.basket());
            if (message.text().equals("bad") && message.deliveries() == 1) {
                throw new IllegalStateException("as the test asked");
            }
        }
    }

    /** Somebody else in the same delivery. */
    @ApplicationScoped
    class Till {

        @Inject
        Basket basket;

        /** The basket it sees. */
        public String basket() {
            return basket.name();
        }
    }

    @Assertion("CTX-1")
    default void oneDeliveryHasOneInstanceAndTheNextAnother(Bench bench) {
        Application application = shop(bench);

        application.publish("order 1");
        application.publish("order 2");

        var names = application.journal().await("basket ", 4);
        assertThat(names.get(0)).isEqualTo(names.get(1));
        assertThat(names.get(2)).isEqualTo(names.get(3));
        application.journal().await("destroyed", 2);
    }

    @Assertion("CTX-1")
    default void eachAttemptHasItsOwnContext(Bench bench) {
        Application application = shop(bench);
        application.publish("bad");
        application.journal().await("destroyed", 1);

        application.pass(bench.gap());

        application.journal().await("destroyed", 2);
    }

    @Assertion("CTX-1")
    default void contextIsDestroyedOnceAndActiveMeanwhile(Bench bench) {
        Application application = shop(bench);

        application.publish("order 1");
        application.publish("order 2");

        application.journal().await("destroyed", 2);
        assertThat(application.journal().lines("destroyed")).containsExactly(" beside neighbour", " beside neighbour");
    }

    private static Application shop(Bench bench) {
        return Application.start(bench, Shop.class, Till.class, Basket.class, Neighbour.class);
    }

    /** Hands its work to another thread, which waits at the gate. */
    @ApplicationScoped
    class LaterShop {

        @Inject
        Journal journal;

        @Inject
        Basket basket;

        @Inject
        Gate gate;

        @Inject
        BrokerMessage message;

        @Consumes(topic = Application.TOPIC, group = "later")
        CompletionStage<?> handle(BrokerMessage handled) {
            journal.add(basket.name());
            Executor executor = DeliveryContext.wrap(work -> new Thread(work, "elsewhere").start());
            return CompletableFuture.runAsync(
                    () -> {
                        gate.pass();
                        journal.add(basket.name());
                        journal.add("message " + message.text());
                    },
                    executor);
        }
    }

    @Assertion("CTX-1")
    default void contextLivesUntilTheStageCompletesAndFollowsWrappedExecutors(Bench bench) {
        Application application = Application.start(bench, LaterShop.class, Basket.class, Neighbour.class);
        Journal journal = application.journal();
        application.publish("order");
        journal.await("basket ", 1);
        assertThat(journal.lines("destroyed")).isEmpty();

        application.gate().open();

        var names = journal.await("basket ", 2);
        assertThat(names.get(0)).isEqualTo(names.get(1));
        journal.await("destroyed", 1);
        assertThat(journal.lines("message ")).containsExactly("order");
        assertThat(journal.lines()).last().isEqualTo("destroyed beside neighbour");
    }

    /** Observes what becomes of request contexts. */
    @ApplicationScoped
    class Watcher {

        @Inject
        Journal journal;

        void initialized(@Observes @Initialized(RequestScoped.class) Object event) {
            note("initialized");
        }

        void beforeDestroyed(@Observes @BeforeDestroyed(RequestScoped.class) Object event) {
            note("before destroyed");
        }

        void destroyed(@Observes @Destroyed(RequestScoped.class) Object event) {
            note("destroyed");
        }

        /** Containers have request contexts of their own at their start and end, on the thread of the test. */
        private void note(String what) {
            if (handling.get()) {
                journal.add(what);
            }
        }

        private static final ThreadLocal<Boolean> handling = ThreadLocal.withInitial(() -> true);
    }

    @Assertion("CTX-1")
    default void eventsOfTheContextFireInPairs(Bench bench) {
        Watcher.handling.set(false);
        Application application =
                Application.start(bench, Shop.class, Till.class, Basket.class, Neighbour.class, Watcher.class);

        application.publish("order");

        Journal journal = application.journal();
        journal.await("destroyed");
        journal.await("destroyed", 2);
        Watcher.handling.remove();
        assertThat(journal.lines().stream().filter(line -> !line.startsWith("basket")))
                .containsExactly("initialized", "before destroyed", "destroyed beside neighbour", "destroyed");
    }

    /** Has message and trace injected, though it lives longer than either. */
    @ApplicationScoped
    class Clerk {

        @Inject
        BrokerMessage message;

        @Inject
        TraceContext trace;

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "clerk")
        void handle() {
            journal.add("clerk " + message.text() + " " + trace.traceId().isPresent());
        }

        /** The text of the current message. */
        public String text() {
            return message.text();
        }

        /** The headers of the current trace. */
        public boolean isTraced() {
            return !trace.outboundHeaders().isEmpty();
        }
    }

    @Assertion("CTX-2")
    default void messageAndTraceAreInjectedIntoWiderScopes(Bench bench) {
        Application application = Application.start(bench, Clerk.class);

        application.publish("order 1");
        application.publish("order 2");

        application.journal().await("clerk order 1 true");
        application.journal().await("clerk order 2 true");
    }

    @Assertion("CTX-2")
    default void withoutADeliveryThereIsNoMessageAndAnEmptyTrace(Bench bench) {
        Clerk clerk = Application.start(bench, Clerk.class).get(Clerk.class);

        assertThatIllegalStateException().isThrownBy(clerk::text);
        assertThat(clerk.isTraced()).isFalse();
    }
}
