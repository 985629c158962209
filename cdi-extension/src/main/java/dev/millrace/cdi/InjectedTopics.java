package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Member;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;

import dev.millrace.ConsumerRegistry;
import dev.millrace.Topic;
import dev.millrace.TypeToken;
import dev.millrace.spi.Settings;

/** Makes the topics of every name and type, each for the place where it is injected, as containers do with events. */
final class InjectedTopics {

    private final BeanManager manager;
    private final Supplier<ConsumerRegistry> registry;
    private volatile Settings settings = Settings.ofSystem();
    private volatile boolean off;

    InjectedTopics(BeanManager manager, Supplier<ConsumerRegistry> registry) {
        this.manager = manager;
        this.registry = registry;
    }

    void use(Settings configured, boolean disabled) {
        settings = configured;
        off = disabled;
    }

    SuppliedBean<Topic<Object>> bean() {
        return new SuppliedBean<>(
                Topic.class, Set.of(ofAnything(), Object.class), TopicName.Literal.of(""), Dependent.class, this::make);
    }

    private static <X> Type ofAnything() {
        return new TypeToken<Topic<X>>() {}.type();
    }

    private Topic<Object> make(CreationalContext<?> creation) {
        // Not getReference of its bean: that would be told of no place at all.
        InjectionPoint at = (InjectionPoint) manager.getInjectableReference(new Place(), creation);
        if (at == null) {
            throw new IllegalStateException(Problems.topicOfNoPlace());
        }
        InjectionPlace place = InjectionPlace.of(at);
        TopicInjection injection = TopicInjection.of(place)
                .orElseThrow(() ->
                        new IllegalArgumentException(Problems.report(List.of(Problems.unnamedTopic(place.name())))));
        List<String> faults = new ArrayList<>();
        Optional<Type> payload = injection.payload(faults);
        Optional<String> name = off ? injection.written() : injection.name(settings, faults);
        if (payload.isEmpty() || name.isEmpty()) {
            // Seen at deployment, but for lookups and what a server injects into without telling.
            throw new IllegalArgumentException(Problems.report(faults));
        }
        return new InjectedTopic(name.get(), payload.get(), registry);
    }

    /** Where the bean itself would have its own place injected. */
    private static final class Place implements InjectionPoint {

        @Override
        public Type getType() {
            return InjectionPoint.class;
        }

        @Override
        public Set<Annotation> getQualifiers() {
            return Set.of(Default.Literal.INSTANCE);
        }

        @Override
        @SuppressWarnings("NullAway") // Of no bean, by the contract of InjectionPoint.
        public Bean<?> getBean() {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway") // No member asks: the bean is not one of a class.
        public Member getMember() {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway") // As for the member.
        public Annotated getAnnotated() {
            return null;
        }

        @Override
        public boolean isDelegate() {
            return false;
        }

        @Override
        public boolean isTransient() {
            return false;
        }
    }
}
