package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.spi.BeanManager;

import dev.millrace.AckMode;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.Unhandled;

/** The handlers of one topic in one group, which share a subscription: one of the whole topic, or those of its events. */
record TopicHandlers(List<HandlerMethod> handlers) implements Startable {

    static List<TopicHandlers> of(Collection<HandlerMethod> handlers) {
        Map<List<String>, List<HandlerMethod>> byTopic = new LinkedHashMap<>();
        for (HandlerMethod handler : handlers) {
            byTopic.computeIfAbsent(List.of(handler.topic(), handler.options().group()), key -> new ArrayList<>())
                    .add(handler);
        }
        List<TopicHandlers> all = new ArrayList<>();
        for (List<HandlerMethod> shared : byTopic.values()) {
            all.add(new TopicHandlers(shared));
        }
        return all;
    }

    @Override
    public List<HandlerMethod> methods() {
        return handlers;
    }

    String topic() {
        return handlers.get(0).topic();
    }

    String group() {
        return handlers.get(0).options().group();
    }

    private boolean isOfWholeTopic() {
        for (HandlerMethod handler : handlers) {
            if (handler.event().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** The subscription's options: as all handlers have them, with the highest concurrency. */
    ConsumerOptions options() {
        ConsumerOptions options = handlers.get(0).options();
        if (isOfWholeTopic()) {
            return options;
        }
        int concurrency = handlers.stream()
                .mapToInt(handler -> handler.options().concurrency())
                .max()
                .orElseThrow();
        return options.concurrency(concurrency)
                .events(handlers.stream().map(HandlerMethod::event).collect(Collectors.toSet()));
    }

    /** What handles a delivery: the one handler, or all those of the message's event. */
    @Override
    public DeliveryHandler call(BeanManager manager) {
        if (isOfWholeTopic()) {
            return new HandlerInvocation(handlers.get(0), manager);
        }
        Map<String, List<HandlerInvocation>> byEvent = handlers.stream()
                .collect(Collectors.groupingBy(
                        HandlerMethod::event,
                        Collectors.mapping(handler -> new HandlerInvocation(handler, manager), Collectors.toList())));
        return new EventDispatch(byEvent);
    }

    /** How the handlers contradict each other (HND-4). */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (HandlerMethod handler : handlers) {
            if (handler.event().isEmpty() && handler.options().unhandled() != Unhandled.ACK) {
                faults.add(Problems.unhandledWithoutEvent(handler.name()));
            }
        }
        if (handlers.size() == 1) {
            return faults;
        }
        List<String> names = handlers.stream().map(HandlerMethod::name).sorted().toList();
        List<HandlerMethod> whole =
                handlers.stream().filter(handler -> handler.event().isEmpty()).toList();
        if (whole.size() == handlers.size()) {
            faults.add(Problems.sameTopicAndGroup(topic(), group(), names));
        } else if (!whole.isEmpty()) {
            faults.add(Problems.wholeTopicBesideEvents(topic(), group(), names));
        } else {
            faults.addAll(disagreements(names));
            faults.addAll(sharedByHand());
        }
        return faults;
    }

    private List<String> disagreements(List<String> names) {
        Map<String, Set<String>> found = new LinkedHashMap<>();
        for (HandlerMethod handler : handlers) {
            shared(handler.options())
                    .forEach((option, value) -> found.computeIfAbsent(option, key -> new TreeSet<>())
                            .add(shown(value)));
        }
        List<String> faults = new ArrayList<>();
        found.forEach((option, values) -> {
            if (values.size() > 1) {
                faults.add(Problems.disagreement(topic(), group(), names, option, String.join(" and ", values)));
            }
        });
        return faults;
    }

    /** What handlers of events have in common with the subscription they share, by name. */
    private static Map<String, Object> shared(ConsumerOptions options) {
        Map<String, Object> shared = new LinkedHashMap<>();
        shared.put("startAt", options.startAt());
        shared.put("maxDeliveries", options.maxDeliveries());
        shared.put("retryAfter", options.retryAfter());
        shared.put("maxRuntime", options.maxRuntime());
        shared.put("orderedBy", options.orderedBy());
        shared.put("ack", options.ack());
        shared.put("deadLetterOn", options.deadLetterOn());
        shared.put("unhandled", options.unhandled());
        return shared;
    }

    private static String shown(Object value) {
        if (value instanceof OptionalInt number) {
            return number.isPresent() ? String.valueOf(number.getAsInt()) : "the default";
        }
        return value instanceof Optional<?> some ? some.map(Object::toString).orElse("the default") : value.toString();
    }

    /** A delivery is settled once, so one handler alone can do it by hand. */
    private List<String> sharedByHand() {
        Map<String, List<String>> byHand = handlers.stream()
                .filter(handler -> handler.options().ack() == AckMode.MANUAL)
                .collect(Collectors.groupingBy(
                        HandlerMethod::event,
                        LinkedHashMap::new,
                        Collectors.mapping(HandlerMethod::name, Collectors.toList())));
        return byHand.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(each -> Problems.sharedByHand(each.getKey(), each.getValue()))
                .toList();
    }
}
