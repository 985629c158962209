package dev.millrace.tck;

/**
 * What a {@link BrokerHarness} can do to its broker beyond starting and closing it. Every broker keeps the
 * whole contract; a capability decides only whether a test can bring about what it wants to see.
 */
public enum Capability {
    /** A replica can be made to die, as by {@code kill -9}: {@link BrokerHarness#crash}. */
    CRASH,
    /** The server can be taken away and brought back with its data: {@link BrokerHarness#stopServer}. */
    OUTAGE,
    /** Time stands still but for {@link BrokerHarness#advance}, so tests can let hours pass. */
    STEPPED_TIME
}
