package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Bean;
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

    void saw(InjectionPoint at) {
        if (OF_BROKER.contains(at.getType()) && at.getQualifiers().contains(Default.Literal.INSTANCE)) {
            users.add(TopicInjection.place(at));
        }
        bridge |= at.getType() == EventBridge.class;
        TopicInjection.of(at).ifPresent(topics::add);
    }

    /** A bean of the application, which may supply a topic without a name itself. */
    void saw(Bean<?> bean) {
        ownTopics |= bean.getTypes().stream().anyMatch(type -> TypeArguments.erase(type) == Topic.class);
    }

    /** Whether there is a bridge anywhere. */
    boolean bridge() {
        return bridge;
    }

    /** Places that need a broker. */
    List<String> users() {
        List<String> all = new ArrayList<>(users);
        topics().forEach(topic -> all.add(topic.place()));
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

    private List<TopicInjection> topics() {
        return topics.stream()
                .filter(topic -> topic.written().isPresent() || !ownTopics)
                .distinct()
                .toList();
    }
}
