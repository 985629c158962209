package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import jakarta.enterprise.inject.spi.Bean;

import dev.millrace.ConsumerOptions;
import dev.millrace.Consumes;
import dev.millrace.spi.Settings;

/**
 * A handler whose method is sound: what it consumes, and the bean it is called on.
 *
 * @param event empty for the whole topic
 */
record HandlerMethod(HandlerCandidate candidate, Bean<?> bean, String topic, String event, ConsumerOptions options)
        implements CalledMethod {

    /**
     * Resolves names and options against the configuration.
     *
     * @return the handler; empty where a fault was added
     */
    static Optional<HandlerMethod> of(
            HandlerCandidate candidate, Consumes consumes, Bean<?> bean, Settings settings, List<String> faults) {
        String name = candidate.name();
        Optional<String> topic = NameExpression.resolve(name, "topic", consumes.topic(), settings, faults);
        Optional<String> group = NameExpression.resolve(name, "group", consumes.group(), settings, faults);
        Optional<String> event = consumes.event().isEmpty()
                ? Optional.of("")
                : NameExpression.resolve(name, "event", consumes.event(), settings, faults);
        if (topic.isEmpty() || group.isEmpty() || event.isEmpty()) {
            return Optional.empty();
        }
        List<String> wrong = new ArrayList<>();
        ConsumerOptions options = new Options(name, topic.get(), group.get(), settings, wrong).of(consumes);
        faults.addAll(wrong);
        return wrong.isEmpty()
                ? Optional.of(new HandlerMethod(candidate, bean, topic.get(), event.get(), options))
                : Optional.empty();
    }

    /** The options of a handler: the annotation's, and over them what is configured for its topic and group. */
    private record Options(String handler, String topic, String group, Settings settings, List<String> faults) {

        private static final String CONCURRENCY = "concurrency";
        private static final String MAX_DELIVERIES = "max-deliveries";
        private static final String RETRY_AFTER = "retry-after";
        private static final String MAX_RUNTIME = "max-runtime";
        private static final List<String> CONFIGURABLE = List.of(CONCURRENCY, MAX_DELIVERIES, RETRY_AFTER, MAX_RUNTIME);

        ConsumerOptions of(Consumes consumes) {
            ConsumerOptions options = ConsumerOptions.group(group)
                    .startAt(consumes.startAt())
                    .ack(consumes.ack())
                    .unhandled(consumes.unhandled())
                    .deadLetterOn(Set.of(consumes.deadLetterOn()));
            options = with(options, CONCURRENCY, all -> all.concurrency(consumes.concurrency()));
            if (!consumes.orderedBy().isEmpty()) {
                options = with(options, "orderedBy", all -> all.orderedBy(consumes.orderedBy()));
            }
            if (consumes.maxDeliveries() != 0) {
                options = with(options, "maxDeliveries", all -> all.maxDeliveries(consumes.maxDeliveries()));
            }
            if (!consumes.retryAfter().isEmpty()) {
                options = with(
                        options,
                        "retryAfter",
                        all -> all.retryAfter(Settings.parseDuration("retryAfter", consumes.retryAfter())));
            }
            if (!consumes.maxRuntime().isEmpty()) {
                options = with(
                        options,
                        "maxRuntime",
                        all -> all.maxRuntime(Settings.parseDuration("maxRuntime", consumes.maxRuntime())));
            }
            return configured(options);
        }

        private ConsumerOptions configured(ConsumerOptions given) {
            ConsumerOptions options = given;
            for (String option : CONFIGURABLE) {
                String setting = "millrace.handler." + topic + "." + group + "." + option;
                options = with(options, setting, all -> configured(all, option, setting));
            }
            return options;
        }

        private ConsumerOptions configured(ConsumerOptions all, String option, String setting) {
            if (settings.text(setting).isEmpty()) {
                return all;
            }
            return switch (option) {
                case CONCURRENCY -> all.concurrency(settings.number(setting).orElseThrow());
                case MAX_DELIVERIES ->
                    all.maxDeliveries(settings.number(setting).orElseThrow());
                case RETRY_AFTER -> all.retryAfter(settings.duration(setting).orElseThrow());
                default -> all.maxRuntime(settings.duration(setting).orElseThrow());
            };
        }

        private ConsumerOptions with(ConsumerOptions options, String element, UnaryOperator<ConsumerOptions> change) {
            try {
                return change.apply(options);
            } catch (IllegalArgumentException e) {
                faults.add(Problems.option(handler, element, String.valueOf(e.getMessage())));
                return options;
            }
        }
    }
}
