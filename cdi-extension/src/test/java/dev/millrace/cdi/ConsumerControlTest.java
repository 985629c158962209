package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import dev.millrace.Broker;
import dev.millrace.Consumes;
import dev.millrace.cdi.ConsumerControl.State;
import org.junit.jupiter.api.Test;

/** DRN-9: the drain that is asked for ahead of a shutdown, by JMX and by injection. */
class ConsumerControlTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    @ApplicationScoped
    static class Slow {
        @Inject
        Seen seen;

        final CountDownLatch open = new CountDownLatch(1);

        @Consumes(topic = "control.topic", group = "g")
        void handle(String text) throws InterruptedException {
            seen.add("begun " + text);
            open.await();
            seen.add("finished " + text);
        }

        void open() {
            open.countDown();
        }
    }

    /** Asks for the drain while the application starts, as an operator or SIGTERM may at any time. */
    @Singleton
    static class DrainedEarly {
        @Inject
        ConsumerControl control;

        @PostConstruct
        void drain() {
            assertThat(control.drain()).isEmpty();
        }

        @Consumes(topic = "control.early", group = "g")
        void handle(String text) {}
    }

    @ApplicationScoped
    static class Counted {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return new CountingBroker();
        }
    }

    private static Set<ObjectName> names() throws Exception {
        return SERVER.queryNames(new ObjectName("dev.millrace:type=Consumers,*"), null);
    }

    @Test
    void theDrainByJmxWaitsForWhatIsInHandAndLeavesTheBrokerOpen() throws Exception {
        try (Application application = Application.of(Slow.class)) {
            assertThat(names()).containsExactly(new ObjectName("dev.millrace:type=Consumers,application=application"));
            ConsumerControl control =
                    JMX.newMXBeanProxy(SERVER, names().iterator().next(), ConsumerControl.class);
            assertThat(control.getState()).isEqualTo(State.RUNNING);
            assertThat(control.getSubscriptions()).containsExactly("control.topic/g");
            application.publish("control.topic", "first");
            assertThat(application.seen()).isEqualTo("begun first");

            CompletableFuture<List<String>> left =
                    CompletableFuture.supplyAsync(control::drain, task -> new Thread(task).start());
            application.get(Slow.class).open();
            assertThat(left.join()).isEmpty();

            assertThat(application.seen()).isEqualTo("finished first");
            assertThat(control.getState()).isEqualTo(State.DRAINED);
            assertThat(control.drain()).isEmpty();
            assertThat(application.publish("control.topic", "second")).isNotEmpty();
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void theDrainNamesWhatWasLeft() throws Exception {
        System.setProperty("millrace.shutdown-timeout", "0s");
        try (LogLines log = LogLines.of(ConsumerLifecycle.class);
                Application application = Application.of(Slow.class)) {
            application.publish("control.topic", "first");
            assertThat(application.seen()).isEqualTo("begun first");
            assertThat(application.get(ConsumerControl.class).drain()).containsExactly("control.topic/g");
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("control.topic/g: messages in hand were not settled within the PT0S");
            application.get(Slow.class).open();
            assertThat(application.seen()).isEqualTo("finished first");
        } finally {
            System.clearProperty("millrace.shutdown-timeout");
        }
    }

    @Test
    void theDrainDuringTheStartLeavesTheBrokerOpen() {
        CountingBroker.reset();
        try (Application application =
                Application.of(Application.initializer(DrainedEarly.class, Slow.class, Counted.class))) {
            assertThat(application.get(ConsumerControl.class).getState()).isEqualTo(State.DRAINED);
            assertThat(application.get(ConsumerControl.class).getSubscriptions())
                    .isEmpty();
            assertThat(application.publish("control.topic", "x")).isNotEmpty();
            assertThat(CountingBroker.CLOSED).hasValue(0);
        }
        assertThat(CountingBroker.CLOSED).hasValue(1);
    }

    @Test
    void anApplicationWithoutHandlersHasNoBean() throws Exception {
        try (Application application = Application.of()) {
            application.publish("control.topic", "x");
            assertThat(names()).isEmpty();
        }
    }

    @Test
    void twoApplicationsOfOneNameAreToldApartByANumber() throws Exception {
        JmxBean first = JmxBean.register(new Idle(), "a,b").orElseThrow();
        JmxBean second = JmxBean.register(new Idle(), "a,b").orElseThrow();
        assertThat(names())
                .containsExactlyInAnyOrder(
                        new ObjectName("dev.millrace:type=Consumers,application=\"a,b\""),
                        new ObjectName("dev.millrace:type=Consumers,application=\"a,b-2\""));
        first.takeBack();
        second.takeBack();
        second.takeBack();
        assertThat(names()).isEmpty();
    }

    private static final class Idle implements ConsumerControl {
        @Override
        public State getState() {
            return State.RUNNING;
        }

        @Override
        public List<String> getSubscriptions() {
            return List.of();
        }

        @Override
        public List<String> drain() {
            return List.of();
        }
    }
}
