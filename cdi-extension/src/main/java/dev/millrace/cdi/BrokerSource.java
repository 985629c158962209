package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.ConversationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessProducerField;
import jakarta.enterprise.inject.spi.ProcessProducerMethod;
import jakarta.enterprise.inject.spi.ProcessSyntheticBean;
import jakarta.inject.Named;

import dev.millrace.Broker;
import dev.millrace.MessageBroker;
import dev.millrace.spi.BrokerProvider;
import dev.millrace.spi.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Finds the application's broker (HND-10): its own bean, else a provider by configuration. Opens it on first
 * use and closes it once, unless the bean sees to that itself. Thread-safe once deployed.
 */
final class BrokerSource {

    private static final List<Class<? extends Annotation>> SHORT_SCOPES =
            List.of(Dependent.class, RequestScoped.class, SessionScoped.class, ConversationScoped.class);

    private final Map<Bean<?>, Boolean> closedElsewhere = new LinkedHashMap<>();
    private @Nullable Bean<?> bean;
    private @Nullable BrokerProvider provider;
    private final CodecSource codecs = new CodecSource();
    private AskedSettings settings = new AskedSettings(Settings.ofSystem());
    private String absence = "";
    private @Nullable BeanManager manager;
    private @Nullable Broker broker;
    private boolean disabled;
    private boolean closed;

    /** A bean of the application that is a broker, or stands in for one. */
    void saw(Bean<?> found, ProcessBean<?> event) {
        if (found.getTypes().contains(MessageBroker.class) || found.getTypes().contains(Broker.class)) {
            closedElsewhere.put(found, closesItself(event));
        }
        codecs.saw(found);
    }

    /** Whether somebody other than us sees to a broker bean's end: its disposer, itself, the extension that added it. */
    private static boolean closesItself(ProcessBean<?> event) {
        return disposed(event) != null
                || event instanceof ProcessSyntheticBean
                || (event.getAnnotated() instanceof AnnotatedType<?> type
                        && type.getMethods().stream().anyMatch(each -> each.isAnnotationPresent(PreDestroy.class)));
    }

    /** What the disposer of a produced bean disposes of, or null. */
    static @Nullable AnnotatedParameter<?> disposed(ProcessBean<?> event) {
        if (event instanceof ProcessProducerMethod<?, ?> method) {
            return method.getAnnotatedDisposedParameter();
        }
        return event instanceof ProcessProducerField<?, ?> field ? field.getAnnotatedDisposedParameter() : null;
    }

    /** Whether the application has a bean that {@code @Inject MessageBroker} gets. */
    boolean isMessageBrokerSupplied() {
        return !beansOf(MessageBroker.class).isEmpty();
    }

    private List<Bean<?>> brokerBeans() {
        return beansOf(Broker.class);
    }

    private List<Bean<?>> beansOf(Class<?> type) {
        List<Bean<?>> beans = new ArrayList<>();
        for (Bean<?> each : closedElsewhere.keySet()) {
            if (isDefault(each) && each.getTypes().contains(type)) {
                beans.add(each);
            }
        }
        return beans;
    }

    static boolean isDefault(Bean<?> bean) {
        Set<Annotation> qualifiers = bean.getQualifiers();
        return qualifiers.contains(Default.Literal.INSTANCE)
                || qualifiers.stream().allMatch(each -> each instanceof Any || each instanceof Named);
    }

    /**
     * Chooses where the broker comes from.
     *
     * @param users who needs one; without any, a missing broker is no fault until it is used
     */
    List<String> choose(AskedSettings configured, List<String> users) {
        settings = configured;
        List<Bean<?>> beans = brokerBeans();
        if (!beans.isEmpty()) {
            return beans.stream()
                    .filter(each -> SHORT_SCOPES.contains(each.getScope()))
                    .map(each -> Problems.brokerScope(
                            each.toString(), each.getScope().getSimpleName()))
                    .toList();
        }
        absence = chooseProvider(users);
        return absence.isEmpty() || users.isEmpty() ? List.of() : List.of(absence);
    }

    /** Settings that name no codec for the topics of handlers; an own broker has its own codecs. */
    List<String> faultsOfCodecs(Collection<String> topics) {
        return brokerBeans().isEmpty() ? CodecSource.faults(settings.settings(), topics) : List.of();
    }

    /** Has every use refused from now on. */
    void disable() {
        disabled = true;
    }

    /** The reason why there is no provider, or nothing. */
    private String chooseProvider(List<String> users) {
        Settings chosenBy = settings.settings();
        List<BrokerProvider> present;
        try {
            present = providers();
        } catch (ServiceConfigurationError e) {
            return Problems.setting(String.valueOf(e.getMessage()));
        }
        String names = present.stream().map(BrokerProvider::name).collect(Collectors.joining(", "));
        Optional<String> wanted = chosenBy.text("millrace.provider");
        List<BrokerProvider> chosen = present;
        if (wanted.isPresent()) {
            chosen = present.stream()
                    .filter(each -> each.name().equals(wanted.get()))
                    .toList();
            if (chosen.isEmpty()) {
                return Problems.unknownProvider(wanted.get(), names.isEmpty() ? "none" : names);
            }
        } else if (present.stream().anyMatch(each -> each.isConfigured(chosenBy))) {
            chosen =
                    present.stream().filter(each -> each.isConfigured(chosenBy)).toList();
        }
        if (chosen.isEmpty()) {
            return Problems.noBroker(users, "no broker bean, and no provider on the class path" + qualifiedBeans());
        }
        if (chosen.size() > 1) {
            return Problems.severalProviders(names);
        }
        provider = chosen.get(0);
        return "";
    }

    private String qualifiedBeans() {
        return closedElsewhere.isEmpty()
                ? ""
                : "; qualified beans are not taken: "
                        + closedElsewhere.keySet().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining(", "));
    }

    /** The providers of the application's class path, and of ours, which a server may keep apart. */
    private static List<BrokerProvider> providers() {
        Map<Class<?>, BrokerProvider> found = new LinkedHashMap<>();
        List<ClassLoader> loaders = new ArrayList<>();
        Optional.ofNullable(Thread.currentThread().getContextClassLoader()).ifPresent(loaders::add);
        loaders.add(BrokerSource.class.getClassLoader());
        for (ClassLoader loader : loaders) {
            ServiceLoader.load(BrokerProvider.class, loader).forEach(each -> found.putIfAbsent(each.getClass(), each));
        }
        return List.copyOf(found.values());
    }

    /** Settles which of several broker beans is meant, once the container can say so. */
    List<String> resolve(BeanManager deployed) {
        manager = deployed;
        // OpenWebBeans resolves a set of beans without regard to alternatives that have a priority.
        Set<Bean<?>> beans = Set.copyOf(alternativesOf(brokerBeans()));
        try {
            bean = beans.isEmpty() ? null : deployed.resolve(beans);
            return bean == null ? codecs.faults(deployed) : List.of();
        } catch (AmbiguousResolutionException e) {
            return List.of(Problems.severalBrokers(
                    beans.stream().map(Object::toString).sorted().collect(Collectors.joining(" and "))));
        }
    }

    static List<Bean<?>> alternativesOf(List<Bean<?>> beans) {
        List<Bean<?>> alternatives = beans.stream().filter(Bean::isAlternative).toList();
        return alternatives.isEmpty() ? beans : alternatives;
    }

    /**
     * The broker, made on the first call.
     *
     * @throws IllegalStateException if there is none, or it is closed
     */
    synchronized Broker open() {
        if (disabled) {
            return new DisabledBroker();
        }
        if (broker != null) {
            return broker;
        }
        if (closed) {
            throw new IllegalStateException(Problems.closed());
        }
        Broker opened;
        if (bean != null) {
            opened = instance(bean);
        } else if (provider != null) {
            opened = provider.create(settings.live(), codecs.codecs(settings.settings(), manager));
        } else {
            throw new IllegalStateException(absence);
        }
        broker = opened;
        return opened;
    }

    /** The instance behind the proxy, which still works when the container has begun to take contexts away. */
    private <T> Broker instance(Bean<T> of) {
        BeanManager deployed = deployed();
        return (Broker) deployed.getContext(of.getScope()).get(of, deployed.createCreationalContext(of));
    }

    private BeanManager deployed() {
        if (manager == null) {
            throw new IllegalStateException("a broker bean is asked for only after the deployment");
        }
        return manager;
    }

    /** Closes the broker if it was ever made and nobody else does. */
    void close() {
        Broker closing;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            closing = broker != null ? broker : existing();
        }
        if (closing != null && (bean == null || !closedElsewhere.getOrDefault(bean, false))) {
            closing.close();
        }
    }

    /** The bean's instance, where the application made use of it and we did not. */
    private @Nullable Broker existing() {
        try {
            return bean == null
                    ? null
                    : (Broker) deployed().getContext(bean.getScope()).get(bean);
        } catch (ContextNotActiveException e) {
            return null;
        }
    }
}
