package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.enterprise.inject.spi.ProcessSessionBean;
import jakarta.enterprise.inject.spi.ProcessSyntheticObserverMethod;
import jakarta.enterprise.inject.spi.SessionBeanType;
import jakarta.enterprise.inject.spi.WithAnnotations;

import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.Subscribes;
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

    private final MarkedTypes types = new MarkedTypes();
    private final HandlerDiscovery discovery = new HandlerDiscovery(types);
    private final StartOrder order = new StartOrder();
    private final BrokerSource source = new BrokerSource();
    private final Injections injections = new Injections();
    private final List<String> faults = new ArrayList<>();
    private final ApplicationHandlers handlers = new ApplicationHandlers();
    private @Nullable BeanManager manager;
    private @Nullable MessageRequestContext context;
    private @Nullable InjectedTopics topics;
    private @Nullable SuppliedBeans supplied;
    private @Nullable ConsumerLifecycle lifecycle;
    private ShutdownSettings shutdown = ShutdownSettings.DEFAULT;
    private @Nullable AskedSettings overrides;
    private boolean checked;

    /** Used by the container, and by tests. */
    public ConsumesExtension() {}

    void begin(@Observes BeforeBeanDiscovery event, BeanManager beans) {
        manager = beans;
    }

    <X> void type(@Observes @WithAnnotations({Consumes.class, Subscribes.class}) ProcessAnnotatedType<X> event) {
        types.saw(event.getAnnotatedType());
    }

    /** One observer for beans of every kind: a container looks for those of each bean's event anew. */
    <X> void bean(@Observes ProcessBean<X> event) {
        Bean<?> found = event.getBean();
        order.saw(found.getBeanClass());
        if (!Presence.isSupplied(found)) {
            sawOfApplication(found, event);
        } else if (supplied != null && supplied.isLast(found)) {
            // The beans of other extensions have all been seen by now, and no injection was validated yet.
            check();
            if (!faults.isEmpty()) {
                // Thrown, not added: OpenWebBeans keeps what is added to its log.
                throw Problems.withoutStack(new DefinitionException(Problems.report(faults)));
            }
        } else if (supplied == null || !supplied.contains(found)) {
            faults.add(Presence.twiceInContainer(found));
        }
    }

    private void sawOfApplication(Bean<?> found, ProcessBean<?> event) {
        if (event instanceof ProcessManagedBean<?> managed) {
            SessionBeanType session =
                    event instanceof ProcessSessionBean<?> enterprise ? enterprise.getSessionBeanType() : null;
            discovery.sawBean(found, managed.getAnnotatedBeanClass(), session);
        }
        AnnotatedParameter<?> disposed = BrokerSource.disposed(event);
        source.saw(found, event);
        injections.saw(found);
        if (disposed != null) {
            injections.saw(disposed.getDeclaringCallable(), found.getBeanClass(), manager());
        }
    }

    /** Wildcards, since OpenWebBeans does not take a parameterized type for a variable. */
    void observer(@Observes ProcessObserverMethod<?, ?> event, BeanManager beans) {
        // OpenWebBeans tells of extensions' own observers too.
        if (!(event instanceof ProcessSyntheticObserverMethod)
                && !Extension.class.isAssignableFrom(
                        event.getAnnotatedMethod().getJavaMember().getDeclaringClass())) {
            injections.saw(event.getAnnotatedMethod(), event.getObserverMethod().getBeanClass(), beans);
        }
    }

    private BeanManager manager() {
        return Objects.requireNonNull(manager);
    }

    void supply(@Observes @Priority(LAST) AfterBeanDiscovery event) {
        MessageRequestContext requests = new MessageRequestContext(manager());
        context = requests;
        event.addContext(requests);
        Supplier<ConsumerRegistry> registry = () -> deployed().registry();
        BridgeOfEvents bridge = new BridgeOfEvents(source, registry, manager());
        if (injections.bridge()) {
            bridge.observe(event);
        }
        InjectedTopics injected = new InjectedTopics(manager(), registry);
        topics = injected;
        SuppliedBeans beans = new SuppliedBeans(source, registry, this::deployed, bridge, injected);
        supplied = beans;
        beans.addTo(event);
        event.addObserverMethod(
                new AddedObserver(Initialized.Literal.APPLICATION, LAST, scope -> initialized(scope.getEvent())));
        event.addObserverMethod(new AddedObserver(BeforeDestroyed.Literal.APPLICATION, FIRST, scope -> stop()));
    }

    /** Finds every fault that can be found before injection points are validated. */
    private void check() {
        checked = true;
        Presence.twiceOnClassPath().ifPresent(faults::add);
        List<Handler> found = discovery.handlers(manager());
        faults.addAll(types.faults(discovery.beanClasses()));
        for (Handler each : found) {
            faults.addAll(HandlerRules.faults(each.candidate()));
        }
        AskedSettings asked;
        try {
            asked = new AskedSettings(Settings.ofApplication());
        } catch (IllegalArgumentException e) {
            faults.add(Problems.setting(String.valueOf(e.getMessage())));
            return;
        }
        resolve(found, asked);
    }

    private void resolve(List<Handler> found, AskedSettings asked) {
        Settings settings = asked.settings();
        try {
            if (!settings.flag("millrace.enabled").orElse(true)) {
                source.disable();
                Objects.requireNonNull(topics).use(settings, true);
                LOG.log(
                        Level.INFO,
                        "Millrace is switched off by millrace.enabled=false: handlers, " + found.size()
                                + " of them, consume nothing"
                                + (source.isMessageBrokerSupplied()
                                        ? "; the application's own broker goes on publishing."
                                        : ", and the injected broker refuses to publish."));
                return;
            }
            Objects.requireNonNull(topics).use(settings, false);
            overrides = asked;
            shutdown = ShutdownSettings.of(settings);
            faults.addAll(source.choose(asked, usersOfBroker(found)));
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
        for (Handler each : found) {
            users.add("handler " + each.candidate().name());
        }
        if (!source.isMessageBrokerSupplied()) {
            users.addAll(injections.users());
        }
        return users;
    }

    void validated(@Observes AfterDeploymentValidation event) {
        List<String> late = new ArrayList<>();
        if (!checked) {
            check();
            late.addAll(faults);
        }
        if (overrides != null) {
            for (String name : overrides.unused()) {
                LOG.log(Level.WARNING, Problems.unusedOverride(name));
            }
        }
        late.addAll(source.resolve(manager()));
        for (CalledMethod handler : handlers.all()) {
            HandlerInvocation.fault(handler, manager()).ifPresent(late::add);
        }
        if (!late.isEmpty()) {
            event.addDeploymentProblem(Problems.withoutStack(new DeploymentException(Problems.report(late))));
            return;
        }
        List<String> warnings = new ArrayList<>(types.warnings(discovery.beanClasses()));
        for (CalledMethod handler : handlers.all()) {
            HandlerRules.warning(handler.candidate()).ifPresent(warnings::add);
        }
        shutdown.warning(OpenLiberty.isHere()).ifPresent(warnings::add);
        warn(warnings);
        lifecycle = new ConsumerLifecycle(
                manager(), source, Objects.requireNonNull(context), handlers.startables(), order, shutdown);
        discovery.forgetBeans();
    }

    private static void warn(List<String> warnings) {
        for (String warning : warnings) {
            LOG.log(Level.WARNING, warning);
        }
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
        Deployments.add(this, deployed()::start);
    }

    void initialized(Object payload) {
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
            warn(discovery.warningsOfNoBeans(marked));
            order.contextIsUp(web);
            lifecycle.startModule();
        }
    }

    void shutDown(@Observes @Priority(FIRST) Shutdown event) {
        stop();
    }

    void beforeShutdown(@Observes BeforeShutdown event) {
        stop();
    }

    /** An application goes down as one: with the first of its servlet contexts, all of it drains. */
    void stop() {
        Deployments.remove(this);
        if (lifecycle != null) {
            lifecycle.stop();
        }
    }
}
