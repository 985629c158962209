package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.List;

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
            candidate
                    .consumes()
                    .flatMap(marked -> HandlerMethod.of(candidate, marked, each.bean(), settings, faults))
                    .ifPresent(consumers::add);
            candidate
                    .subscribes()
                    .flatMap(marked -> SubscriberMethod.of(candidate, marked, each.bean(), settings, faults))
                    .ifPresent(subscribers::add);
        }
        TopicHandlers.of(consumers).forEach(shared -> faults.addAll(shared.faults()));
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
    List<String> topics() {
        return all().stream().map(CalledMethod::topic).distinct().toList();
    }
}
