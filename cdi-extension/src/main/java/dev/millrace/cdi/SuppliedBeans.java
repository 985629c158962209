package dev.millrace.cdi;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Bean;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerRegistry;
import dev.millrace.MessageBroker;
import dev.millrace.TraceContext;

/** All that the extension supplies to be injected. */
final class SuppliedBeans {

    private final List<SuppliedBean<?>> all;

    SuppliedBeans(
            BrokerSource source,
            Supplier<ConsumerRegistry> registry,
            Supplier<ConsumerControl> control,
            EventBridge bridge,
            InjectedTopics topics) {
        this.all = List.of(
                new SuppliedBean<>(
                        MessageBroker.class,
                        InjectedBroker.class,
                        () -> brokerTypes(source),
                        ApplicationScoped.class,
                        () -> new InjectedBroker(source, registry)),
                new SuppliedBean<>(BrokerMessage.class, Dependent.class, InjectedMessage::new),
                new SuppliedBean<>(TraceContext.class, Dependent.class, InjectedTrace::new),
                new SuppliedBean<>(ConsumerControl.class, Dependent.class, control),
                new SuppliedBean<>(EventBridge.class, Dependent.class, () -> bridge),
                topics.bean(),
                new SuppliedBean<>(ConsumerRegistry.class, Dependent.class, registry));
    }

    private static Set<Type> brokerTypes(BrokerSource source) {
        return source.isMessageBrokerSupplied() ? Set.of(Object.class) : Set.of(MessageBroker.class, Object.class);
    }

    void addTo(AfterBeanDiscovery event) {
        for (SuppliedBean<?> each : all) {
            event.addBean(each);
        }
    }

    boolean contains(Bean<?> bean) {
        return all.contains(bean);
    }

    /** Whether it is the one that a container shows last. */
    boolean isLast(Bean<?> bean) {
        return all.get(all.size() - 1).equals(bean);
    }
}
