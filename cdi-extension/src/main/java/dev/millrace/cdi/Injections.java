package dev.millrace.cdi;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.spi.AnnotatedCallable;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;

import dev.millrace.ConsumerRegistry;
import dev.millrace.MessageBroker;
import dev.millrace.Topic;
import dev.millrace.spi.Settings;

/** What the application has injected of what the extension supplies. */
final class Injections {

    private static final Set<?> OF_BROKER = Set.of(MessageBroker.class, ConsumerRegistry.class, EventBridge.class);

    private final Set<String> users = new LinkedHashSet<>();
    private final List<TopicInjection> topics = new ArrayList<>();
    private boolean bridge;
    private boolean ownTopics;

    /**
     * A bean of the application, with what it has injected; it may supply a topic without a name itself. A bean is asked
     * for its injection points, since a container looks for observers of each one's event anew.
     */
    void saw(Bean<?> bean) {
        for (InjectionPoint at : bean.getInjectionPoints()) {
            saw(InjectionPlace.of(at));
        }
        for (Type type : bean.getTypes()) {
            ownTopics |= TypeArguments.erase(type) == Topic.class;
        }
    }

    /** An observer or a disposer: its parameters but for the one it is for are injected, and are none of its bean's. */
    void saw(AnnotatedCallable<?> method, Class<?> beanClass, BeanManager manager) {
        for (AnnotatedParameter<?> parameter : method.getParameters()) {
            if (!parameter.isAnnotationPresent(Observes.class)
                    && !parameter.isAnnotationPresent(ObservesAsync.class)
                    && !parameter.isAnnotationPresent(Disposes.class)) {
                saw(InjectionPlace.of(parameter, beanClass, manager));
            }
        }
    }

    private void saw(InjectionPlace at) {
        if (OF_BROKER.contains(at.type()) && at.isDefault()) {
            users.add(at.name());
        }
        bridge |= at.type() == EventBridge.class;
        TopicInjection.of(at).ifPresent(topics::add);
    }

    /** Whether there is a bridge anywhere. */
    boolean bridge() {
        return bridge;
    }

    /** Places that need a broker. */
    List<String> users() {
        List<String> all = new ArrayList<>(users);
        for (TopicInjection topic : topics()) {
            all.add(topic.place());
        }
        return all;
    }

    /** The names of the topics that are injected; what is not sound becomes a fault. */
    List<String> topics(Settings settings, List<String> faults) {
        List<String> names = new ArrayList<>();
        for (TopicInjection topic : topics()) {
            topic.payload(faults);
            topic.name(settings, faults).ifPresent(names::add);
        }
        return names;
    }

    private Set<TopicInjection> topics() {
        Set<TopicInjection> ours = new LinkedHashSet<>(topics);
        ours.removeIf(topic -> ownTopics && topic.written().isEmpty());
        return ours;
    }
}
