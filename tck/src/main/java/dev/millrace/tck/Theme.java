package dev.millrace.tck;

import org.junit.jupiter.api.extension.ExtendWith;

/** A group of tests of the contract. Each takes the {@link Bench} that it works on as its parameter. */
@SuppressWarnings("exports") // JUnit makes the extension; nobody else needs to.
@ExtendWith(BenchExtension.class)
public interface Theme {

    /** A new harness, for one test. */
    BrokerHarness harness();
}
