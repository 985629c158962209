package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        faults.addAll(sharedTopics());
    }

    private List<String> sharedTopics() {
        Map<List<String>, List<String>> names = new LinkedHashMap<>();
        consumers.forEach(handler -> names.computeIfAbsent(
                        List.of(handler.topic(), handler.options().group()), key -> new ArrayList<>())
                .add(handler.name()));
        List<String> shared = new ArrayList<>();
        names.forEach((key, each) -> {
            if (each.size() > 1) {
                shared.add(Problems.sameTopicAndGroup(key.get(0), key.get(1), each));
            }
        });
        return shared;
    }

    /** All of them. */
    List<CalledMethod> all() {
        List<CalledMethod> all = new ArrayList<>(consumers);
        all.addAll(subscribers);
        return all;
    }

    /** The topics they are given messages of. */
    List<String> topics() {
        return all().stream().map(CalledMethod::topic).distinct().toList();
    }
}
