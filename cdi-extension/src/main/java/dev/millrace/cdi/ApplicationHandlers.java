package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.millrace.cdi.HandlerDiscovery.Handler;
import dev.millrace.spi.Settings;

/** The sound handlers of an application. */
final class ApplicationHandlers {

    private final List<HandlerMethod> consumers = new ArrayList<>();
    private final List<SubscriberMethod> subscribers = new ArrayList<>();

    /** Resolves what was found against the configuration; what is not sound becomes a fault. */
    void resolve(List<Handler> found, Settings settings, List<String> faults) {
        for (Handler each : found) {
            HandlerCandidate candidate = each.candidate();
            if (candidate.consumes().isPresent()) {
                HandlerMethod.of(candidate, candidate.consumes().get(), each.bean(), settings, faults)
                        .ifPresent(consumers::add);
            }
            if (candidate.subscribes().isPresent()) {
                SubscriberMethod.of(candidate, candidate.subscribes().get(), each.bean(), settings, faults)
                        .ifPresent(subscribers::add);
            }
        }
        for (TopicHandlers shared : TopicHandlers.of(consumers)) {
            faults.addAll(shared.faults());
        }
    }

    /** All of them. */
    List<CalledMethod> all() {
        List<CalledMethod> all = new ArrayList<>(consumers);
        all.addAll(subscribers);
        return all;
    }

    /** What starts together, each with a subscription of its own. */
    List<Startable> startables() {
        List<Startable> startables = new ArrayList<>(TopicHandlers.of(consumers));
        startables.addAll(subscribers);
        return startables;
    }

    /** The topics they are given messages of. */
    Set<String> topics() {
        Set<String> topics = new LinkedHashSet<>();
        for (CalledMethod each : all()) {
            topics.add(each.topic());
        }
        return topics;
    }
}
