package dev.millrace.cdi;

import static java.lang.annotation.RetentionPolicy.RUNTIME;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.spi.AlterableContext;
import jakarta.enterprise.context.spi.Contextual;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import jakarta.inject.Scope;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.DeadLetterHeaders;
import org.junit.jupiter.api.Test;

/** Handlers that throw what few throw, and handlers in a scope of the application's own. */
class OddHandlersTest {

    /** Neither an exception nor an error, which the language allows. */
    static class Odd extends Throwable {
        private static final long serialVersionUID = 1L;

        Odd() {
            super("as the test wants");
        }
    }

    @ApplicationScoped
    static class Throwing {
        @Inject
        Seen seen;

        @Consumes(topic = "odd.thrown", group = "g", deadLetterOn = Odd.class)
        void handle(String text) throws Throwable {
            throw new Odd();
        }

        @Consumes(topic = "odd.thrown.dead", group = "g")
        void dead(BrokerMessage message) {
            seen.add(message.header(DeadLetterHeaders.EXCEPTION).orElse("none") + ": "
                    + message.header(DeadLetterHeaders.MESSAGE).orElse("none"));
        }
    }

    @Test
    void whatIsNeitherExceptionNorErrorIsTheFailure() {
        try (Application application = Application.of(Throwing.class)) {
            application.publish("odd.thrown", "x");

            assertThat(application.seen()).isEqualTo(Odd.class.getName() + ": as the test wants");
        }
    }

    /** A scope without proxies, whose instances may be taken away at any time. */
    @Scope
    @Retention(RUNTIME)
    @interface WhileItLasts {}

    static class Lasting implements Extension, AlterableContext {
        private final Map<Contextual<?>, Object> instances = new ConcurrentHashMap<>();

        void scope(@Observes BeforeBeanDiscovery event) {
            event.addScope(WhileItLasts.class, false, false);
        }

        void context(@Observes AfterBeanDiscovery event) {
            event.addContext(this);
        }

        @Override
        public Class<? extends Annotation> getScope() {
            return WhileItLasts.class;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T get(Contextual<T> contextual, CreationalContext<T> creation) {
            return (T) instances.computeIfAbsent(contextual, missing -> contextual.create(creation));
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T get(Contextual<T> contextual) {
            return (T) instances.get(contextual);
        }

        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public void destroy(Contextual<?> contextual) {
            instances.remove(contextual);
        }

        void end() {
            instances.clear();
        }
    }

    @WhileItLasts
    static class Scoped {
        private static final AtomicInteger NUMBER = new AtomicInteger();

        @Inject
        Seen seen;

        private final int number = NUMBER.incrementAndGet();

        @Consumes(topic = "odd.scoped", group = "g")
        void handle() {
            seen.add(number);
        }
    }

    @Test
    void scopeWithoutProxiesIsAskedForItsInstanceWithEachMessage() {
        Lasting lasting = new Lasting();
        try (Application application =
                Application.of(Application.initializer(Scoped.class, Application.MemoryBean.class)
                        .addExtensions(lasting))) {
            application.publish("odd.scoped", "x");
            Object first = application.seen();
            application.publish("odd.scoped", "x");
            assertThat(application.seen()).isEqualTo(first);
            lasting.end();
            application.publish("odd.scoped", "x");
            assertThat(application.seen()).isNotEqualTo(first);
        }
    }
}
