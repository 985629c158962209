package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.Consumes;
import dev.millrace.DeliveryHandler;
import dev.millrace.Subscription;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DRN-6, DRN-7: a drain that fails in part is carried out all the same. */
class FailingDrainTest {

    @BeforeEach
    void reset() {
        CountingBroker.reset();
    }

    @Test
    void theBrokerIsClosedAlthoughAConsumerCannotBePaused() {
        try (Application application = Application.of(Application.initializer(Handler.class, WithoutPause.class))) {
            assertThat(CountingBroker.OPENED).hasValue(1);
        } catch (RuntimeException e) {
            // Whether the container hands on what an observer of its shutdown throws is its own matter.
            assertThat(e).hasStackTraceContaining("no pause today");
        }
        assertThat(CountingBroker.CLOSED).hasValue(1);
    }

    @ApplicationScoped
    static class Handler {
        @Consumes(topic = "drain.topic", group = "g")
        void handle(String text) {}
    }

    @ApplicationScoped
    static class WithoutPause {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return new CountingBroker() {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return withoutPause(super.consume(topic, options, handler));
                }
            };
        }
    }

    private static Subscription withoutPause(Subscription sound) {
        return (Subscription) Proxy.newProxyInstance(
                FailingDrainTest.class.getClassLoader(),
                new Class<?>[] {Subscription.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("pause")) {
                        throw new IllegalStateException("no pause today");
                    }
                    try {
                        return method.invoke(sound, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
