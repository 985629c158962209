package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.MessageBroker;
import dev.millrace.PullConsumer;
import org.junit.jupiter.api.Test;

/** EVT-2 for events that are one object each time, as the constants of an enum are. */
class SharedEventsTest {

    /** What is signalled. */
    public enum Signal {
        STOP,
        GO {
            @Override
            boolean moves() {
                return true;
            }
        };

        boolean moves() {
            return false;
        }
    }

    @ApplicationScoped
    static class Signals {
        @Inject
        EventBridge bridge;

        @Inject
        Event<Signal> signals;

        @Inject
        Seen seen;

        private boolean handsOn;

        void on(@Observes Signal signal) {
            seen.add(signal);
            if (handsOn) {
                handsOn = false;
                signals.fire(signal);
            }
        }

        void handOn() {
            handsOn = true;
        }

        void join() {
            bridge.forward(Signal.class).to("signals.out");
            bridge.replay("signals.in", ConsumerOptions.group("g"), Signal.class);
        }

        void fire(Signal signal) {
            signals.fire(signal);
        }
    }

    @Test
    void constantThatWasReplayedIsForwardedWhenItIsFiredAnew() throws InterruptedException {
        try (Application application = Application.of(Signals.class)) {
            Signals signals = application.get(Signals.class);
            signals.join();
            replay(application, Signal.STOP);
            assertThat(application.seen()).isEqualTo(Signal.STOP);

            signals.fire(Signal.STOP);

            assertThat(firstForwarded(application)).isEqualTo(Signal.STOP);
        }
    }

    @Test
    void constantThatAnObserverHandsOnIsNotForwarded() throws InterruptedException {
        try (Application application = Application.of(Signals.class)) {
            Signals signals = application.get(Signals.class);
            signals.join();
            signals.handOn();
            replay(application, Signal.STOP);
            assertThat(application.seen()).isEqualTo(Signal.STOP);
            assertThat(application.seen()).isEqualTo(Signal.STOP);

            signals.fire(Signal.GO);

            assertThat(firstForwarded(application)).isEqualTo(Signal.GO);
        }
    }

    @Test
    void constantWithABodyIsAnEventOfItsEnum() {
        try (Application application = Application.of(Signals.class)) {
            application.get(Signals.class).join();
            replay(application, Signal.GO);

            assertThat(application.seen()).isEqualTo(Signal.GO);
        }
    }

    private static void replay(Application application, Signal signal) {
        application.get(MessageBroker.class).publishEvent("signals.in", signal);
    }

    private static Signal firstForwarded(Application application) throws InterruptedException {
        try (PullConsumer forwarded =
                application.get(MessageBroker.class).consumer("signals.out", "reader", "reader-1")) {
            Delivery first = forwarded.poll(Duration.ofSeconds(30)).orElseThrow();
            first.ack();
            return first.message().json(Signal.class);
        }
    }
}
