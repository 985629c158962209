package dev.millrace.cdi;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.spi.Settings;

/**
 * How an application wants to go down.
 *
 * @param timeout how long the drain waits for what is in hand
 * @param drainOnSigterm whether SIGTERM is held back until the consumers are drained
 */
record ShutdownSettings(Duration timeout, boolean drainOnSigterm) {

    static final ShutdownSettings DEFAULT = new ShutdownSettings(Duration.ofSeconds(15), false);

    /**
     * As configured.
     *
     * @throws IllegalArgumentException if a value is none
     */
    static ShutdownSettings of(Settings settings) {
        String name = "millrace.shutdown-timeout";
        Duration timeout = settings.duration(name).orElse(DEFAULT.timeout());
        if (timeout.isNegative()) {
            throw new IllegalArgumentException(
                    name + ": must not be negative (was " + timeout + "). Write zero, or longer.");
        }
        return new ShutdownSettings(
                timeout, settings.flag("millrace.drain-on-sigterm").orElse(DEFAULT.drainOnSigterm()));
    }

    /** What the server cuts short (DRN-3). A drain ahead of the signal is over before the server begins to count. */
    Optional<String> warning(boolean onLiberty) {
        return onLiberty && !drainOnSigterm && timeout.compareTo(OpenLiberty.QUIESCE) >= 0
                ? Optional.of(ServerProblems.drainCutShort(timeout))
                : Optional.empty();
    }
}
