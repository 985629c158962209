package dev.millrace.cdi;

import static java.lang.annotation.RetentionPolicy.RUNTIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.EventMetadata;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;

import dev.millrace.AckMode;
import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter;
import dev.millrace.EventName;
import dev.millrace.memory.MemoryBroker;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** EVT-2: CDI events forwarded to a topic, and replayed from it. */
class EventBridgeTest {

    private static final ConsumerOptions WORKERS = ConsumerOptions.group("workers");
    private static final Duration LONG = Duration.ofSeconds(10);

    @Qualifier
    @Retention(RUNTIME)
    @interface Live {}

    @Qualifier
    @Retention(RUNTIME)
    @interface Region {
        String value();

        int rank() default 1;

        Level level() default Level.LOW;

        final class Literal extends AnnotationLiteral<Region> implements Region {
            private static final long serialVersionUID = 1L;
            private final String value;

            Literal(String value) {
                this.value = value;
            }

            @Override
            public String value() {
                return value;
            }

            @Override
            public int rank() {
                return 7;
            }

            @Override
            public Level level() {
                return Level.HIGH;
            }
        }
    }

    @Qualifier
    @Retention(RUNTIME)
    @interface Of {
        Class<?> value();
    }

    enum Level {
        LOW,
        HIGH
    }

    static final AnnotationLiteral<Live> LIVE = new AnnotationLiteral<>() {};

    @EventName("price")
    public record Price(String item, int cents, int before) {}

    public record Other(String text) {}

    /** Events that have no class of their own. */
    public interface Boxed<T> {}

    public record Box<T>(T content) implements Boxed<T> {}

    public record TeaBox(String content) implements Boxed<String> {}

    /** What both ends of a bridge share, as two processes share a server. */
    private static final ThreadLocal<Broker> SERVER = new ThreadLocal<>();

    @ApplicationScoped
    static class Shop {
        @Inject
        EventBridge bridge;

        @Inject
        @Any
        Event<Object> events;

        final List<String> seen = new CopyOnWriteArrayList<>();
        private volatile boolean failing;

        @Produces
        @ApplicationScoped
        Broker broker() {
            return SERVER.get();
        }

        void all(@Observes @Any Price price, EventMetadata metadata) {
            note("any " + price.cents());
        }

        void live(@Observes @Live Price price) {
            note("live " + price.cents());
        }

        void region(@Observes @Region(value = "E&U =?", rank = 7, level = Level.HIGH) Price price) {
            note("region " + price.cents()
                    + bridge.previous(Integer.class).map(was -> " was " + was).orElse(""));
            if (failing) {
                throw new IllegalStateException("an observer that fails");
            }
        }

        void fail() {
            failing = true;
        }

        EventBridge bridge() {
            return bridge;
        }

        Event<Object> events() {
            return events;
        }

        List<String> seen() {
            return seen;
        }

        private synchronized void note(String what) {
            seen.add(what);
            notifyAll();
        }

        synchronized void await(int count) throws InterruptedException {
            long deadline = System.nanoTime() + LONG.toNanos();
            while (seen.size() < count) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                assertThat(left)
                        .as("time left for %s to become %s", seen, count)
                        .isPositive();
                wait(left);
            }
        }
    }

    private static Application start(Broker replica) {
        SERVER.set(replica);
        Application application = Application.of(Application.initializer(Shop.class));
        // The bean is made when a method that is not Object's is called.
        assertThat(application.get(Broker.class).deadLetters("bridge").count()).isZero();
        SERVER.remove();
        return application;
    }

    @Test
    void chosenEventsGoToTheTopicInOrderWithOriginAndNumber() {
        MemoryBroker server = MemoryBroker.create();
        try (Application application = start(server)) {
            Shop shop = application.get(Shop.class);
            shop.bridge().forward(Price.class).qualifiedBy(LIVE).to("bridge.prices");
            for (int i = 1; i <= 3; i++) {
                shop.events().select(Price.class, LIVE).fire(new Price("tea", i, 0));
                shop.events().select(Price.class).fire(new Price("not live", i, 0));
                shop.events().select(Other.class, LIVE).fire(new Other("x"));
            }

            List<BrokerMessage> published = server.published();
            assertThat(published)
                    .extracting(message -> message.json(Price.class).cents())
                    .containsExactly(1, 2, 3);
            assertThat(published)
                    .extracting(message -> message.event().orElseThrow())
                    .containsOnly("price");
            assertThat(published)
                    .extracting(message -> message.header(EventBridge.SEQUENCE).orElseThrow())
                    .containsExactly("1", "2", "3");
            assertThat(published)
                    .extracting(message -> message.header(EventBridge.ORIGIN).orElseThrow())
                    .doesNotContain("")
                    .containsOnly(published.get(0).header(EventBridge.ORIGIN).orElseThrow());
        }
    }

    @Test
    void eventThatAnObserverHereRefusesIsNotForwarded() {
        MemoryBroker server = MemoryBroker.create();
        try (Application application = start(server)) {
            Shop shop = application.get(Shop.class);
            shop.bridge().forward(Price.class).to("bridge.refused");
            shop.fail();

            assertThatIllegalStateException()
                    .isThrownBy(() -> shop.events()
                            .select(Price.class, new Region.Literal("E&U =?"))
                            .fire(new Price("tea", 1, 0)));

            assertThat(server.published()).isEmpty();
        }
    }

    @Test
    void closedLinkForwardsNothing() {
        MemoryBroker server = MemoryBroker.create();
        try (Application application = start(server)) {
            Shop shop = application.get(Shop.class);
            EventBridge.Link link = shop.bridge().forward(Price.class).to("bridge.closed");
            shop.events().select(Price.class).fire(new Price("tea", 1, 0));

            link.close();
            link.close();
            shop.events().select(Price.class).fire(new Price("tea", 2, 0));

            assertThat(server.published()).hasSize(1);
            assertThat(link.forwarded()).isEqualTo(1);
        }
    }

    @Test
    void eventThatCannotBeForwardedIsToldAndFiringGoesOn() {
        MemoryBroker server = MemoryBroker.create();
        try (Application application = start(server)) {
            Shop shop = application.get(Shop.class);
            List<String> failures = new ArrayList<>();
            shop.bridge()
                    .forward(Price.class)
                    .previous(price -> {
                        throw new IllegalStateException("no state of " + price.item());
                    })
                    .onError((price, failure) -> failures.add(price.item() + ": " + failure.getMessage()))
                    .to("bridge.failing");

            shop.events().select(Price.class).fire(new Price("tea", 1, 0));

            assertThat(failures).containsExactly("tea: no state of tea");
            assertThat(shop.seen()).containsExactly("any 1");
        }
    }

    @Test
    void eventOfAClassWithTypeParametersIsToldAndNotForwarded() {
        MemoryBroker server = MemoryBroker.create();
        try (Application application = start(server)) {
            Shop shop = application.get(Shop.class);
            List<String> failures = new ArrayList<>();
            shop.bridge()
                    .forward(Boxed.class)
                    .onError((box, failure) -> failures.add(failure.getMessage()))
                    .to("bridge.boxes");

            shop.events().select(TeaBox.class).fire(new TeaBox("green"));
            shop.events().select(new TypeLiteral<Box<String>>() {}).fire(new Box<>("black"));

            assertThat(server.published())
                    .extracting(message -> message.event().orElseThrow())
                    .containsExactly(TeaBox.class.getName());
            assertThat(failures)
                    .singleElement()
                    .satisfies(failure -> assertThat(failure).contains("(was " + Box.class.getName() + "<T>)"));
        }
    }

    @Test
    void qualifierWithAPrimitiveClassIsReadAsItWasWritten() {
        Annotation written = AnnotationInstance.of(Of.class, Map.of("value", int.class));

        List<Annotation> read = EventQualifiers.read(
                EventQualifiers.write(List.of(written)), getClass().getClassLoader(), type -> true);

        assertThat(read)
                .singleElement()
                .satisfies(of -> assertThat(((Of) of).value()).isEqualTo(int.class));
    }

    @Test
    @Tag("weld") // OpenWebBeans has one application a class loader.
    void eventIsReplayedElsewhereWithItsTypeItsQualifiersAndItsPreviousState() throws InterruptedException {
        MemoryBroker server = MemoryBroker.create();
        try (Application from = start(server);
                Application to = start(server.replica("worker"))) {
            Shop sender = from.get(Shop.class);
            Shop receiver = to.get(Shop.class);
            receiver.bridge().replay("bridge.replayed", WORKERS, Price.class);
            sender.bridge().forward(Price.class).previous(Price::before).to("bridge.replayed");

            sender.events()
                    .select(Price.class, LIVE, new Region.Literal("E&U =?"))
                    .fire(new Price("tea", 5, 4));

            receiver.await(3);
            assertThat(receiver.seen()).containsExactlyInAnyOrder("any 5", "live 5", "region 5 was 4");
        }
    }

    @Test
    @Tag("weld") // OpenWebBeans has one application a class loader.
    void observerThatFailsFailsTheDelivery() throws InterruptedException {
        MemoryBroker server = MemoryBroker.create();
        try (Application from = start(server);
                Application to = start(server.replica("worker"))) {
            Shop sender = from.get(Shop.class);
            Shop receiver = to.get(Shop.class);
            sender.bridge().forward(Price.class).to("bridge.observed");
            receiver.bridge()
                    .replay("bridge.observed", WORKERS.maxDeliveries(2).retryAfter(Duration.ZERO), Price.class);
            receiver.fail();
            sender.events().select(Price.class, new Region.Literal("E&U =?")).fire(new Price("bad", 1, 0));
            sender.events().select(Price.class).fire(new Price("end", 2, 0));

            assertThat(server.awaitIdle(LONG)).isTrue();
            assertThat(server.deadLetters("bridge.observed").list(10))
                    .extracting(DeadLetter::deliveries)
                    .containsExactly(2);
        }
    }

    @Test
    @Tag("weld") // OpenWebBeans has one application a class loader.
    void bridgesInBothDirectionsForwardEachEventOnce() throws InterruptedException {
        MemoryBroker server = MemoryBroker.create();
        try (Application one = start(server);
                Application two = start(server.replica("two"))) {
            Shop left = one.get(Shop.class);
            Shop right = two.get(Shop.class);
            left.bridge().forward(Price.class).to("bridge.right");
            right.bridge().forward(Price.class).to("bridge.left");
            left.bridge().replay("bridge.left", WORKERS, Price.class);
            right.bridge().replay("bridge.right", WORKERS, Price.class);

            left.events().select(Price.class).fire(new Price("tea", 1, 0));
            right.events().select(Price.class).fire(new Price("tea", 2, 0));

            left.await(2);
            right.await(2);
            assertThat(server.awaitIdle(LONG)).isTrue();
            assertThat(server.published()).hasSize(2);
            assertThat(left.seen()).containsExactlyInAnyOrder("any 1", "any 2");
            assertThat(right.seen()).containsExactlyInAnyOrder("any 1", "any 2");
        }
    }

    @Test
    void qualifierThatIsNoneOfTheProcessIsADeadLetterThatNamesIt() {
        MemoryBroker server = MemoryBroker.create();
        try (Application application = start(server)) {
            Shop shop = application.get(Shop.class);
            shop.bridge().replay("bridge.foreign", WORKERS, Price.class);
            application
                    .get(Broker.class)
                    .publish(dev.millrace.OutgoingMessage.event("bridge.foreign", new Price("tea", 1, 0))
                            .header(EventBridge.QUALIFIERS, "com.acme.Unknown"));

            assertThat(server.awaitIdle(LONG)).isTrue();
            assertThat(server.deadLetters("bridge.foreign").list(10))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.exceptionMessage().orElseThrow())
                            .isEqualTo(
                                    "A qualifier of the event is none of this process (was \"com.acme.Unknown\"). Add"
                                            + " its class."));
        }
    }

    @Test
    void forwardingThatHasBegunIsNotChanged() {
        try (Application application = start(MemoryBroker.create())) {
            EventBridge.Forwarding<Price> begun =
                    application.get(Shop.class).bridge().forward(Price.class);
            begun.to("prices");

            List<ThrowingCallable> changes = List.of(
                    () -> begun.qualifiedBy(LIVE),
                    () -> begun.previous(Price::before),
                    () -> begun.onError((e, f) -> {}));

            assertThat(changes)
                    .allSatisfy(change -> assertThatIllegalStateException()
                            .isThrownBy(change)
                            .withMessageContaining("was to prices"));
            assertThatIllegalArgumentException().isThrownBy(() -> begun.to("other"));
        }
    }

    @Test
    void badReplaysAreRefused() {
        try (Application application = start(MemoryBroker.create())) {
            EventBridge bridge = application.get(Shop.class).bridge();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bridge.replay("t", WORKERS))
                    .withMessageContaining("was 0 classes");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bridge.replay("t", WORKERS.ack(AckMode.MANUAL), Price.class))
                    .withMessageContaining("ack MANUAL");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bridge.replay("t", WORKERS, Price.class, Price.class))
                    .withMessageContaining("two classes have one event's name");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bridge.replay("t", WORKERS, Box.class))
                    .withMessage("Replay of topic t: no message says what the type parameters of an event's class stand"
                            + " for (was " + Box.class.getName() + "<T>). Use a class without, such as a subclass.");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bridge.forward(Box.class))
                    .withMessageStartingWith("Forwarding of " + Box.class.getName() + ": ");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bridge.forward(Price.class).to(" "))
                    .withMessageContaining("with a topic");
        }
    }
}
