package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.concurrent.ThreadFactory;

import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CTX-5: handlers run on the threads that a server offers by name. */
class ManagedThreadsTest {

    private static final ThreadGroup MANAGED = new ThreadGroup("managed");
    private static final ThreadGroup OUTSIDE = new ThreadGroup("outside");
    private static final ThreadLocal<Boolean> IN_MODULE = ThreadLocal.withInitial(() -> false);

    /** A server's names. */
    public static final class Naming implements InitialContextFactory {
        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            return new InitialContext(true) {
                @Override
                public Object lookup(String name) throws NamingException {
                    if (name.equals("java:comp/DefaultManagedThreadFactory")) {
                        return (ThreadFactory) work -> new Thread(IN_MODULE.get() ? MANAGED : OUTSIDE, work);
                    }
                    if (name.equals("java:comp/DefaultContextService")) {
                        return proxy(ContextService.class, Naming::contextual);
                    }
                    throw new NameNotFoundException(name);
                }
            };
        }

        /** As the service does: whatever is called on the result runs in the module. */
        private static Object contextual(Object service, Method method, Object[] arguments) {
            return proxy((Class<?>) arguments[1], (self, called, values) -> {
                IN_MODULE.set(true);
                try {
                    return called.invoke(arguments[0], values);
                } finally {
                    IN_MODULE.set(false);
                }
            });
        }

        private static Object proxy(Class<?> type, InvocationHandler handler) {
            return Proxy.newProxyInstance(ManagedThreadsTest.class.getClassLoader(), new Class<?>[] {type}, handler);
        }
    }

    @BeforeEach
    void server() {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Naming.class.getName());
    }

    @AfterEach
    void noServer() {
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
    }

    @ApplicationScoped
    static class Handler {
        @Inject
        Seen seen;

        @Consumes(topic = "managed.topic", group = "g")
        void handle() {
            Thread thread = Thread.currentThread();
            seen.add(thread.getThreadGroup().getName() + " " + thread.getName().replaceAll("\\d+$", "n"));
        }
    }

    @Test
    void aHandlerRunsOnAManagedThreadThatIsNamedAfterIt() {
        try (Application application = Application.of(Handler.class)) {
            application.publish("managed.topic", "x");
            assertThat(application.seen()).isEqualTo("managed millrace-managed.topic/g-n");
        }
    }

    @Test
    void soDoesAConsumerByHand() {
        try (Application application = Application.of()) {
            Seen seen = application.get(Seen.class);
            application
                    .get(ConsumerRegistry.class)
                    .consume(
                            "managed.hand",
                            ConsumerOptions.group("g"),
                            message -> seen.add(
                                    Thread.currentThread().getThreadGroup().getName()));
            application.publish("managed.hand", "x");
            assertThat(application.seen()).isEqualTo("managed");
        }
    }
}
