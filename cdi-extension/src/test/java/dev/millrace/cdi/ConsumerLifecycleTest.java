package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.spi.Settings;
import org.junit.jupiter.api.Test;

/** DRN-2, DRN-6, DRN-7: the steps of start and shutdown, whichever hook asks for them. */
class ConsumerLifecycleTest {

    @Test
    void stepsMayComeAgainAndInAnyOrder() {
        BrokerSource source = source();
        ConsumerLifecycle lifecycle = lifecycle(source);
        lifecycle.pause();
        lifecycle.stop();
        lifecycle.start();
        lifecycle.stop();
        lifecycle.pause();
        assertThatThrownBy(source::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "MILL-052 broker: the application has shut down (was closed). Publish before the shutdown.");
    }

    @Test
    void theHookThatPausesIsThereWithTheFirstConsumersAndGoneAfterTheDrain() {
        ConsumerLifecycle lifecycle = lifecycle(source());
        assertThat(lifecycle.hook()).isNull();
        lifecycle.registry();
        Thread hook = lifecycle.hook().thread();
        assertThatThrownBy(() -> Runtime.getRuntime().addShutdownHook(hook))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("previously registered");
        lifecycle.stop();
        assertThat(Runtime.getRuntime().removeShutdownHook(hook)).isFalse();
        assertThat(lifecycle.hook()).isNull();
    }

    @Test
    void aRegistryAskedForAfterTheDrainLeavesNoHook() {
        BrokerSource source = source();
        source.open();
        ConsumerLifecycle lifecycle = lifecycle(source);
        lifecycle.stop();
        lifecycle.registry();
        assertThat(lifecycle.hook()).isNull();
    }

    @Test
    @SuppressWarnings("DoNotCall")
    void theFirstSignOfAShutdownPausesWithoutDraining() {
        ConsumerLifecycle lifecycle = lifecycle(source());
        ConsumerRegistry registry = lifecycle.registry();
        lifecycle.hook().thread().run();
        assertThatThrownBy(() -> registry.consume("lifecycle.topic", ConsumerOptions.group("g"), message -> {}))
                .isInstanceOf(IllegalStateException.class);
        lifecycle.stop();
    }

    @Test
    void drainThatTheServerWouldCutShortIsTold() {
        ShutdownSettings half = new ShutdownSettings(Duration.ofSeconds(30), false);
        ShutdownSettings ahead = new ShutdownSettings(Duration.ofSeconds(30), true);

        assertThat(half.warning(true))
                .hasValue("MILL-063 millrace.shutdown-timeout: Open Liberty waits 30 s for"
                        + " applications at its end (was PT30S). Handlers that run longer lose data sources, JNDI and CDI. Set it"
                        + " well below, or millrace.drain-on-sigterm=true, which drains before.");
        assertThat(half.warning(false)).isEmpty();
        assertThat(ahead.warning(true)).isEmpty();
        assertThat(ShutdownSettings.DEFAULT.warning(true)).isEmpty();
    }

    private static BrokerSource source() {
        BrokerSource source = new BrokerSource();
        assertThat(source.choose(new AskedSettings(new Settings(name -> Optional.empty())), List.of()))
                .isEmpty();
        return source;
    }

    private static ConsumerLifecycle lifecycle(BrokerSource source) {
        MessageRequestContext context = new MessageRequestContext(null);
        return new ConsumerLifecycle(null, source, context, List.of(), new StartOrder(), ShutdownSettings.DEFAULT);
    }
}
