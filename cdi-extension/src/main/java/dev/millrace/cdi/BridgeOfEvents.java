package dev.millrace.cdi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;

import dev.millrace.AckMode;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Delivery;
import dev.millrace.EventName;
import dev.millrace.PayloadCodec;
import dev.millrace.Subscription;

/** The one bridge of an application. */
final class BridgeOfEvents implements EventBridge {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedStage(null);

    private final ForwardedEvents events;
    private final Supplier<ConsumerRegistry> registry;
    private final BeanManager manager;
    private final PayloadCodec states = PayloadCodec.jsonb();
    private boolean observing;

    BridgeOfEvents(BrokerSource source, Supplier<ConsumerRegistry> registry, BeanManager manager) {
        this.events = new ForwardedEvents(new InjectedBroker(source, registry));
        this.registry = registry;
        this.manager = manager;
    }

    /** Observes every event of the application, which only one that has a bridge should pay for. */
    void observe(AfterBeanDiscovery discovery) {
        observing = true;
        // After the application's own: an event that one of them refuses is not told elsewhere.
        discovery.addObserverMethod(new AddedObserver(
                Any.Literal.INSTANCE,
                Integer.MAX_VALUE,
                fired -> events.observed(fired.getEvent(), fired.getMetadata().getQualifiers())));
    }

    @Override
    public <E> Forwarding<E> forward(Class<E> type) {
        if (!observing) {
            throw new IllegalStateException(Problems.noBridge());
        }
        if (!Modifier.isAbstract(type.getModifiers())) {
            refuseParameters("Forwarding of " + type.getName(), type);
        }
        return events.forward(type);
    }

    /** Nothing in a message says what they stand for, so none could ever be replayed. */
    static void refuseParameters(String subject, Class<?> type) {
        if (type.getTypeParameters().length > 0) {
            String parameters = Arrays.stream(type.getTypeParameters())
                    .map(TypeVariable::getName)
                    .collect(joining(", ", "<", ">"));
            throw new IllegalArgumentException(
                    subject + ": no message says what the type parameters of an event's class stand for (was "
                            + type.getName() + parameters + "). Use a class without, such as a subclass.");
        }
    }

    @Override
    public Subscription replay(String topic, ConsumerOptions options, Class<?>... types) {
        if (types.length == 0 || options.ack() == AckMode.MANUAL) {
            throw new IllegalArgumentException("Replay of topic " + topic
                    + ": it names classes of events, and settles as their observers return (was " + types.length
                    + " classes, ack " + options.ack() + "). Name a class, and use ack AUTO.");
        }
        Map<String, Class<?>> byName = new LinkedHashMap<>();
        for (Class<?> type : types) {
            refuseParameters("Replay of topic " + topic, type);
            Class<?> other = byName.put(nameOf(type), type);
            if (other != null) {
                throw new IllegalArgumentException(
                        "Replay of topic " + topic + ": two classes have one event's name (was " + other.getName()
                                + " and " + type.getName() + ", " + nameOf(type) + "). Rename one.");
            }
        }
        return registry.get()
                .consumeDeliveries(topic, options.events(byName.keySet()), delivery -> replay(delivery, byName));
    }

    static String nameOf(Class<?> type) {
        EventName name = type.getAnnotation(EventName.class);
        return name == null ? type.getName() : name.value();
    }

    private CompletionStage<?> replay(Delivery delivery, Map<String, Class<?>> byName) {
        Class<?> type = byName.get(delivery.message().event().orElse(""));
        if (type == null) {
            throw new IllegalStateException("only events of these classes are consumed: " + byName.keySet());
        }
        Object event = HandlerSignature.Argument.of(type).value(delivery);
        List<Annotation> qualifiers = EventQualifiers.read(
                delivery.message().header(QUALIFIERS).orElse(""), loaderOf(type), manager::isQualifier);
        events.replayed.replay(event, () -> fire(type, event, qualifiers));
        return DONE;
    }

    private static ClassLoader loaderOf(Class<?> type) {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        ClassLoader own = type.getClassLoader();
        return own != null ? own : application != null ? application : BridgeOfEvents.class.getClassLoader();
    }

    private <T> void fire(Class<T> type, Object event, List<Annotation> qualifiers) {
        manager.getEvent().select(type, qualifiers.toArray(Annotation[]::new)).fire(type.cast(event));
    }

    @Override
    public <T> Optional<T> previous(Class<T> type) {
        return CurrentDelivery.current()
                .flatMap(delivery -> delivery.message().header(PREVIOUS))
                .map(json -> type.cast(states.decode(json.getBytes(UTF_8), type)));
    }
}
