package dev.millrace.tck;

import java.time.Clock;
import java.time.Duration;
import java.util.Set;

import dev.millrace.Broker;

/**
 * What a provider implements to be tested: how its broker is started, hurt, and how time passes for it. One
 * is made for each test and closed after it; what is costly to start may be shared behind it, since every
 * test uses topics of its own. Used by one thread.
 */
public interface BrokerHarness extends AutoCloseable {

    /** What this harness can do. A provider's own test pins the set, so that nothing is skipped in silence. */
    Set<Capability> capabilities();

    /**
     * Opens a replica: another broker object on the same server, as another process would have it. A name
     * whose replica was closed or crashed may be opened again. The kit closes it, unless it crashed.
     *
     * @param consumer the replica's consumer name, or how it begins where another test may still have that one
     * @param config its settings; the same for all replicas of a harness, unless a test says otherwise
     */
    Broker open(String consumer, BrokerConfig config);

    /**
     * Makes a replica die as by {@code kill -9}: nothing it does reaches the server any more, its leases are
     * renewed no more, and nobody closes it.
     *
     * @throws UnsupportedOperationException without {@link Capability#CRASH}
     */
    default void crash(Broker replica) {
        throw new UnsupportedOperationException(getClass().getName() + " does not claim CRASH.");
    }

    /**
     * Takes the server away. It keeps its data.
     *
     * @throws UnsupportedOperationException without {@link Capability#OUTAGE}
     */
    default void stopServer() {
        throw new UnsupportedOperationException(getClass().getName() + " does not claim OUTAGE.");
    }

    /**
     * Brings the server back where it was.
     *
     * @throws UnsupportedOperationException without {@link Capability#OUTAGE}
     */
    default void startServer() {
        throw new UnsupportedOperationException(getClass().getName() + " does not claim OUTAGE.");
    }

    /** The time as the broker sees it, by which tests tell early from late. */
    Clock clock();

    /**
     * Lets time pass where it is stepped. The default does nothing: time that passes by itself needs no
     * help, and the kit waits for the broker to show that it has.
     */
    default void advance(Duration time) {}

    /** The gap of the first retry in tests: long enough to be seen kept, short enough to be waited for. */
    Duration gap();

    /** The claim time in tests, at least eight gaps. */
    Duration claimAfter();

    /** How long a test waits for what must happen before it fails. */
    default Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** Lets go of what this harness started. */
    @Override
    void close();
}
