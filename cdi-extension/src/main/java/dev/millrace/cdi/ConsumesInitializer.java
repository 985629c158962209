package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.HandlesTypes;

import dev.millrace.Consumes;
import dev.millrace.Subscribes;
import org.jspecify.annotations.Nullable;

/**
 * Ties the handlers to a web application's life: they start when its context is initialized and drain before
 * the context goes, while all that a server offers still works (DRN-1, DRN-2). And makes each request's trace
 * the current one (CTX-4). A servlet container finds it by itself, in {@code WEB-INF/lib} as in an EAR's library.
 */
@SuppressWarnings("exports") // Its module must not be asked of those who compile against ours.
@HandlesTypes({Consumes.class, Subscribes.class})
public final class ConsumesInitializer implements ServletContainerInitializer {

    private static final System.Logger LOG = System.getLogger(ConsumesInitializer.class.getName());
    private static final String ANNOUNCED = ConsumesInitializer.class.getName() + ".announced";

    /** Used by the servlet container. */
    public ConsumesInitializer() {}

    @Override
    public void onStartup(@Nullable Set<Class<?>> marked, ServletContext context) {
        context.setAttribute(ANNOUNCED, true);
        StartOrder.announce(context.getClassLoader());
        current().ifPresent(ConsumesExtension::contextBegins);
        RequestTraceFilter.addTo(context);
        context.addListener(new Listener(marked == null ? Set.of() : marked));
    }

    /**
     * Starts the handlers of a web module whose container ran no initializer, as an absolute ordering without
     * others in {@code web.xml} has it. Their drain is left to CDI's shutdown.
     *
     * @param payload what came with the initialization of the application scope: in a web module, its context
     */
    static void startUnlessAnnounced(Object payload, ConsumesExtension extension) {
        if (payload instanceof ServletContext context && context.getAttribute(ANNOUNCED) == null) {
            LOG.log(Level.WARNING, ServerProblems.noInitializer(context.getContextPath()));
            extension.contextIsUp(context.getClassLoader(), Set.of());
        }
    }

    /** Added by an initializer, so initialized after the application's own listeners and destroyed before them. */
    private static final class Listener implements ServletContextListener {

        private final Set<Class<?>> marked;
        private @Nullable ConsumesExtension extension;

        Listener(Set<Class<?>> marked) {
            this.marked = marked;
        }

        @Override
        public void contextInitialized(ServletContextEvent event) {
            ClassLoader web = event.getServletContext().getClassLoader();
            Optional<ConsumesExtension> found = find();
            try {
                if (found.isPresent()) {
                    extension = found.get();
                    extension.contextIsUp(web, marked);
                } else if (!marked.isEmpty()) {
                    LOG.log(
                            Level.WARNING,
                            ServerProblems.noContainer(event.getServletContext().getContextPath()));
                }
            } finally {
                StartOrder.arrived(web, found.isEmpty());
            }
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            if (extension != null) {
                extension.stop();
            }
        }

        /** What answers for CDI may not know the thread's application yet; then it is the one there is. */
        private static Optional<ConsumesExtension> find() {
            return current().or(Deployments::only);
        }
    }

    private static Optional<ConsumesExtension> current() {
        try {
            return Optional.ofNullable(CDI.current().getBeanManager().getExtension(ConsumesExtension.class));
        } catch (IllegalStateException | IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "CDI does not know the application of this context.", e);
            return Optional.empty();
        }
    }
}
