package dev.millrace.tck.cdi;

import java.util.function.Supplier;

import dev.millrace.Broker;
import dev.millrace.tck.Gate;
import org.jspecify.annotations.Nullable;

/**
 * What the test gives to the beans of the application. It reaches them through a static field, since
 * containers differ in how an instance made elsewhere becomes a bean; one application runs at a time.
 */
record Kit(Supplier<Broker> broker, Journal journal, Gate gate, Runnable whenInitialized) {

    private static volatile @Nullable Kit current;

    static void use(@Nullable Kit kit) {
        current = kit;
    }

    static Kit current() {
        Kit kit = current;
        if (kit == null) {
            throw new IllegalStateException("no application is under test. Start one with Application.start.");
        }
        return kit;
    }
}
