package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessSessionBean;
import jakarta.enterprise.inject.spi.WithAnnotations;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.Subscribes;
import dev.millrace.TraceContext;
import dev.millrace.cdi.HandlerDiscovery.Handler;
import dev.millrace.spi.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Makes handlers of the methods marked {@link Consumes} or {@link Subscribes}: collects them, fails the deployment with all faults
 * in one report, starts the consumers when the application is up, and drains them when it goes down.
 *
 * <p>A container finds it by itself. Only a test that discovers no beans adds it by hand:
 * {@code new Weld().disableDiscovery().extensions(new ConsumesExtension())}.
 */
public class ConsumesExtension implements Extension {

    private static final System.Logger LOG = System.getLogger(ConsumesExtension.class.getName());

    /** After everybody else: other extensions' beans, the application's own observers of its start. */
    private static final int LAST = Integer.MAX_VALUE;

    /** Before anything that handlers in hand may still need is taken away. */
    private static final int FIRST = Integer.MIN_VALUE;

    private final HandlerDiscovery discovery = new HandlerDiscovery();
    private final StartOrder order = new StartOrder();
    private final BrokerSource source = new BrokerSource();
    private final Injections injections = new Injections();
    private final List<String> faults = new ArrayList<>();
    private final ApplicationHandlers handlers = new ApplicationHandlers();
    private final List<SuppliedBean<?>> supplied = new ArrayList<>();
    private @Nullable MessageRequestContext context;
    private @Nullable InjectedTopics topics;
    private @Nullable ConsumerLifecycle lifecycle;
    private ShutdownSettings shutdown = ShutdownSettings.DEFAULT;
    private @Nullable AskedSettings overrides;
    private boolean checked;

    /** Used by the container, and by tests. */
    public ConsumesExtension() {}

    <X> void type(@Observes @WithAnnotations({Consumes.class, Subscribes.class}) ProcessAnnotatedType<X> event) {
        discovery.sawType(event.getAnnotatedType());
    }

    <X> void managedBean(@Observes ProcessManagedBean<X> event) {
        discovery.sawBean(event.getBean(), event.getAnnotatedBeanClass(), null);
    }

    <X> void sessionBean(@Observes ProcessSessionBean<X> event) {
        discovery.sawBean(event.getBean(), event.getAnnotatedBeanClass(), event.getSessionBeanType());
    }

    /** Wildcards, since OpenWebBeans does not take a parameterized type for a variable. */
    void injection(@Observes ProcessInjectionPoint<?, ?> event) {
        injections.saw(event.getInjectionPoint());
    }

    <X> void bean(@Observes ProcessBean<X> event, BeanManager manager) {
        Bean<?> found = event.getBean();
        order.saw(found.getBeanClass());
        if (!Presence.isSupplied(found)) {
            source.saw(found, BrokerSource.closesItself(event));
            injections.saw(found);
        } else if (isLast(found)) {
            // The beans of other extensions have all been seen by now, and no injection was validated yet.
            check(manager);
            if (!faults.isEmpty()) {
                // Thrown, not added: OpenWebBeans keeps what is added to its log.
                throw new DefinitionException(Problems.report(faults));
            }
        } else if (!supplied.contains(found)) {
            faults.add(Presence.twiceInContainer(found));
        }
    }

    private boolean isLast(Bean<?> bean) {
        return !supplied.isEmpty() && supplied.get(supplied.size() - 1).equals(bean);
    }

    void supply(@Observes @Priority(LAST) AfterBeanDiscovery event, BeanManager manager) {
        MessageRequestContext requests = new MessageRequestContext(manager);
        context = requests;
        event.addContext(requests);
        supplied.add(new SuppliedBean<>(
                MessageBroker.class,
                InjectedBroker.class,
                this::brokerTypes,
                ApplicationScoped.class,
                () -> new InjectedBroker(source, () -> deployed().registry())));
        supplied.add(new SuppliedBean<>(BrokerMessage.class, Dependent.class, InjectedMessage::new));
        supplied.add(new SuppliedBean<>(TraceContext.class, Dependent.class, InjectedTrace::new));
        supplied.add(new SuppliedBean<>(ConsumerControl.class, Dependent.class, this::deployed));
        BridgeOfEvents bridge = new BridgeOfEvents(source, () -> deployed().registry(), manager);
        if (injections.bridge()) {
            bridge.observe(event);
        }
        supplied.add(new SuppliedBean<>(EventBridge.class, Dependent.class, () -> bridge));
        InjectedTopics injected = new InjectedTopics(manager, () -> deployed().registry());
        topics = injected;
        supplied.add(injected.bean());
        supplied.add(new SuppliedBean<>(
                ConsumerRegistry.class, Dependent.class, () -> deployed().registry()));
        supplied.forEach(event::addBean);
    }

    private Set<Type> brokerTypes() {
        return source.isMessageBrokerSupplied() ? Set.of(Object.class) : Set.of(MessageBroker.class, Object.class);
    }

    /** Finds every fault that can be found before injection points are validated. */
    private void check(BeanManager manager) {
        checked = true;
        Presence.twiceOnClassPath().ifPresent(faults::add);
        List<Handler> found = discovery.handlers(manager);
        faults.addAll(discovery.faultsOfTypes());
        found.forEach(handler -> faults.addAll(HandlerRules.faults(handler.candidate())));
        AskedSettings asked = new AskedSettings(Settings.ofApplication());
        Settings settings = asked.settings();
        try {
            if (!settings.flag("millrace.enabled").orElse(true)) {
                source.disable();
                Objects.requireNonNull(topics).use(settings, true);
                LOG.log(
                        Level.INFO,
                        "Millrace is switched off by millrace.enabled=false: " + found.size()
                                + " handlers consume nothing"
                                + (source.isMessageBrokerSupplied()
                                        ? "; the application's own broker goes on publishing."
                                        : ", and the injected broker refuses to publish."));
                return;
            }
            Objects.requireNonNull(topics).use(settings, false);
            overrides = asked;
            shutdown = ShutdownSettings.of(settings);
            faults.addAll(source.choose(settings, usersOfBroker(found)));
        } catch (IllegalArgumentException e) {
            faults.add(Problems.setting(String.valueOf(e.getMessage())));
        }
        handlers.resolve(found, settings, faults);
        List<String> named = new ArrayList<>(injections.topics(settings, faults));
        named.addAll(handlers.topics());
        faults.addAll(source.faultsOfCodecs(named));
    }

    private List<String> usersOfBroker(List<Handler> found) {
        List<String> users = new ArrayList<>();
        found.forEach(handler -> users.add("handler " + handler.candidate().name()));
        if (!source.isMessageBrokerSupplied()) {
            users.addAll(injections.users());
        }
        return users;
    }

    void validated(@Observes AfterDeploymentValidation event, BeanManager manager) {
        List<String> late = new ArrayList<>();
        if (!checked) {
            check(manager);
            late.addAll(faults);
        }
        if (overrides != null) {
            overrides.unused().forEach(name -> LOG.log(Level.WARNING, Problems.unusedOverride(name)));
        }
        late.addAll(source.resolve(manager));
        handlers.all()
                .forEach(handler -> HandlerInvocation.fault(handler, manager).ifPresent(late::add));
        if (!late.isEmpty()) {
            event.addDeploymentProblem(new DeploymentException(Problems.report(late)));
            return;
        }
        discovery.warningsOfTypes().forEach(warning -> LOG.log(Level.WARNING, warning));
        handlers.all()
                .forEach(handler -> HandlerRules.warning(handler.candidate())
                        .ifPresent(warning -> LOG.log(Level.WARNING, warning)));
        lifecycle = new ConsumerLifecycle(
                manager, source, Objects.requireNonNull(context), handlers.startables(), order, shutdown);
        discovery.forgetBeans();
    }

    private ConsumerLifecycle deployed() {
        if (lifecycle == null) {
            throw new IllegalStateException("ConsumerRegistry: the application is not deployed yet (was asked for"
                    + " during its deployment). Use it from an observer of its start on.");
        }
        return lifecycle;
    }

    void started(@Observes @Priority(LAST) Startup event) {
        order.containerIsUp();
        deployed().start();
        Deployments.add(this);
    }

    void initialized(@Observes @Priority(LAST) @Initialized(ApplicationScoped.class) Object payload) {
        if (StartOrder.isServletContext(payload)) {
            ConsumesInitializer.startUnlessAnnounced(payload, this);
        }
    }

    /** A servlet context of this application begins, ahead of the application's own listeners. */
    void contextBegins() {
        if (lifecycle != null) {
            lifecycle.beginModule();
        }
    }

    /**
     * A servlet context of this application is up.
     *
     * @param marked classes in which the servlet container saw a handler, be they beans or not
     */
    void contextIsUp(ClassLoader web, Set<Class<?>> marked) {
        if (lifecycle != null) {
            discovery.warningsOfNoBeans(marked).forEach(warning -> LOG.log(Level.WARNING, warning));
            order.contextIsUp(web);
            lifecycle.startModule();
        }
    }

    /** An application goes down as one: with the first of its servlet contexts, all of it drains. */
    void contextGoes() {
        stop();
    }

    void shutDown(@Observes @Priority(FIRST) Shutdown event) {
        stop();
    }

    void beforeDestroyed(@Observes @Priority(FIRST) @BeforeDestroyed(ApplicationScoped.class) Object event) {
        stop();
    }

    void beforeShutdown(@Observes BeforeShutdown event) {
        stop();
    }

    private void stop() {
        Deployments.remove(this);
        if (lifecycle != null) {
            lifecycle.stop();
        }
    }
}
