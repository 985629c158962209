package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

import dev.millrace.Broker;
import dev.millrace.MessageBroker;
import dev.millrace.RetryPolicy;
import dev.millrace.memory.MemoryBroker;

/** An application of the beans a test names, on whichever container runs the tests. */
final class Application implements AutoCloseable {

    private final SeContainer container;

    private Application(SeContainer container) {
        this.container = container;
    }

    /** Starts one with a memory broker that retries at once. */
    static Application of(Class<?>... beans) {
        return of(initializer(beans).addBeanClasses(MemoryBean.class));
    }

    static Application of(SeContainerInitializer initializer) {
        return new Application(initializer.initialize());
    }

    static SeContainerInitializer initializer(Class<?>... beans) {
        return SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(new ConsumesExtension())
                .addBeanClasses(Seen.class)
                .addBeanClasses(beans);
    }

    /** The report that refuses an application, as its operator reads it. */
    static String refusal(Class<?>... beans) {
        return refusal(initializer(beans).addBeanClasses(MemoryBean.class));
    }

    static String refusal(SeContainerInitializer initializer) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // OpenWebBeans goes by class loader, and does not forget one whose application was refused.
        thread.setContextClassLoader(new ClassLoader(before) {});
        try (SeContainer started = initializer.initialize()) {
            return fail("the deployment should have been refused, but " + started + " started");
        } catch (RuntimeException e) {
            return report(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Asserts the whole report that refuses an application of one bean for its method {@code handle}. */
    static void assertRefused(Class<?> bean, String code, String rest) {
        assertThat(refusal(bean))
                .isEqualTo("Millrace found a problem with this application:\n  " + code + " " + bean.getName()
                        + "#handle" + rest);
    }

    private static String report(RuntimeException refused) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (message.contains("Millrace found")) {
                return message.substring(message.indexOf("Millrace found"))
                        .split("\\R\\tat ", 2)[0]
                        .stripTrailing();
            }
        }
        throw refused;
    }

    <T> T get(Class<T> type) {
        return container.select(type).get();
    }

    String publish(String topic, Object payload) {
        return get(MessageBroker.class).publish(topic, payload);
    }

    /** What the application's handlers saw next. */
    Object seen() {
        return get(Seen.class).next();
    }

    SeContainer container() {
        return container;
    }

    @Override
    public void close() {
        container.close();
    }

    /** The broker of most tests. */
    @ApplicationScoped
    static class MemoryBean {

        @Produces
        @ApplicationScoped
        Broker broker() {
            return MemoryBroker.builder()
                    .retryPolicy(new RetryPolicy(3, Duration.ZERO))
                    .build();
        }
    }
}
