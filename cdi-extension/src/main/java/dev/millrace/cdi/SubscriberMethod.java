package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

import dev.millrace.DeliveryHandler;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscribes;
import dev.millrace.spi.Settings;

/** A broadcast handler whose method is sound: what it subscribes to, and the bean it is called on. */
record SubscriberMethod(HandlerCandidate candidate, Bean<?> bean, String topic, SubscriberOptions options)
        implements CalledMethod, Startable {

    /**
     * Resolves topic, position and options against the configuration.
     *
     * @return the handler; empty where a fault was added
     */
    static Optional<SubscriberMethod> of(
            HandlerCandidate candidate, Subscribes marked, Bean<?> bean, Settings settings, List<String> faults) {
        String name = candidate.name();
        Optional<String> topic = NameExpression.resolve(name, "topic", marked.topic(), settings, faults);
        Optional<String> from = NameExpression.resolve(name, "from", marked.from(), settings, faults);
        if (topic.isEmpty() || from.isEmpty()) {
            return Optional.empty();
        }
        List<String> wrong = new ArrayList<>();
        SubscriberOptions options = SubscriberOptions.from(Position.latest());
        options = with(options, name, "from", wrong, all -> SubscriberOptions.from(Position.parse(from.get())))
                .overflow(marked.overflow());
        options = with(options, name, "buffer", wrong, all -> all.buffer(marked.buffer()));
        String setting = "millrace.subscriber." + topic.get() + ".buffer";
        options = with(
                options,
                name,
                setting,
                wrong,
                all -> settings.number(setting).map(all::buffer).orElse(all));
        faults.addAll(wrong);
        return wrong.isEmpty()
                ? Optional.of(new SubscriberMethod(candidate, bean, topic.get(), options))
                : Optional.empty();
    }

    @Override
    public List<SubscriberMethod> methods() {
        return List.of(this);
    }

    @Override
    public DeliveryHandler call(BeanManager manager) {
        return new HandlerInvocation(this, manager);
    }

    private static SubscriberOptions with(
            SubscriberOptions options,
            String handler,
            String element,
            List<String> wrong,
            UnaryOperator<SubscriberOptions> change) {
        try {
            return change.apply(options);
        } catch (IllegalArgumentException e) {
            wrong.add(Problems.option(handler, element, String.valueOf(e.getMessage())));
            return options;
        }
    }
}
