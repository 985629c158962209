package dev.millrace.redis;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.redis.internal.stream.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link RedisBroker} works. Immutable, and checked where it is made. The property of an option is
 * {@code millrace.redis.} and its name with hyphens, such as {@code millrace.redis.claim-after}.
 *
 * @param url where the server is: {@code redis://user:password@host:port/database}, {@code rediss} for
 *     TLS; everything but the host may be left out, and a login without a colon is a password. {@code ?protocol=3} at its end speaks RESP3 instead of
 *     RESP2. Default {@code redis://localhost:6379}
 * @param user who logs in, instead of the user in the URL; needs a password here or there. Empty (the default): that one, or the server's
 *     default user
 * @param password the password to log in with, instead of the one in the URL. Default empty
 * @param trustStore the certificates that are trusted: a PKCS#12 or JKS store, or a PEM file; read for each
 *     new connection. Empty (the default): what the platform trusts
 * @param trustStorePassword the password of the trust store. Default empty
 * @param keyStore the certificate to show to the server, with its key: a PKCS#12 or JKS store; read for each
 *     new connection. Default empty
 * @param keyStorePassword the password of the key store and of the key in it. Default empty
 * @param consumerName the name of this process in its groups, stable over restarts and unlike that of any
 *     other process; not blank, nor beginning with {@code ~}. Empty (the default): the host's name and the first
 *     slot that is free on it
 * @param retryAfter the gap after a first failure, doubled after each further one, at most × 32; zero
 *     retries at once, and 365 days is the most. Default 5 s
 * @param maxDeliveries how many times the handler runs for a message at most, 1 or more. Default 5
 * @param claimAfter how long an entry of another consumer must be idle to be taken over, which is also how
 *     long the lease of a message in hand holds without being renewed; zero takes nothing over. At
 *     least 100 ms, less than 365 days. Default 60 s
 * @param blockFor how long one read waits for a message, 10 ms to 30 s. Default 2 s
 * @param batchSize how many entries one read asks for at most, and how many are held for a handler beyond
 *     those it works on, 1 to 10,000. Default 100
 * @param timeout how long connecting, and a command with its reply, may take; it bounds a publish. 10 ms
 *     to 10 min, default 5 s
 * @param shutdownTimeout how long {@link RedisBroker#close()} waits for what is in hand, 365 days at most.
 *     Default 15 s
 * @param connect whether the server must be reachable when the broker is made. Default
 *     {@link Connect#LAZY}
 * @param maxLength how many entries a topic keeps, about; entries that some group has not acked are kept
 *     beyond it. Default 10,000
 * @param trimUnacked whether the oldest beyond {@code maxLength} go even if some group has not acked them; what
 *     is lost that way is counted, see {@link GroupInfo#lost}, and logged. Default false
 * @param deadLetterMaxLength how many dead letters of a topic are kept, about; zero keeps all, with a WARNING
 *     an hour when there are more than {@code maxLength}. Default 0
 * @param deadLetterSuffix what is added to a topic to name the topic of its dead letters. Default
 *     {@code .dead}
 * @param keyPrefix what every key begins with. Default empty
 * @param idempotencyWindow how long an idempotency key is remembered, 1 s to 365 days. Default 2 min
 */
public record RedisSettings(
        URI url,
        Optional<String> user,
        Optional<String> password,
        Optional<Path> trustStore,
        Optional<String> trustStorePassword,
        Optional<Path> keyStore,
        Optional<String> keyStorePassword,
        Optional<String> consumerName,
        Duration retryAfter,
        int maxDeliveries,
        Duration claimAfter,
        Duration blockFor,
        int batchSize,
        Duration timeout,
        Duration shutdownTimeout,
        Connect connect,
        long maxLength,
        boolean trimUnacked,
        long deadLetterMaxLength,
        String deadLetterSuffix,
        String keyPrefix,
        Duration idempotencyWindow) {

    /** Whether a broker needs its server at once. */
    public enum Connect {
        /** The application starts without the server, and consumers attach when it is there. */
        LAZY,
        /** Making the broker fails when the server cannot be reached. */
        EAGER
    }

    private static final Duration LONGEST = Duration.ofDays(365);

    /** Every renewal of a lease needs its round trip and some slack; three must fit into the lease. */
    private static final Duration SHORTEST_CLAIM = Duration.ofMillis(100);

    /** A reader behind a dead connection is deaf this long, and what it is sent meanwhile waits. */
    private static final Duration LONGEST_BLOCK = Duration.ofSeconds(30);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of its range, or a store is given without TLS, naming the option
     *     and the value
     */
    public RedisSettings {
        Endpoint endpoint = Endpoint.of(url);
        check(
                "trust-store",
                trustStore.orElse(null),
                endpoint.tls() || trustStore.isEmpty(),
                "needs TLS, a url of rediss://");
        check(
                "key-store",
                keyStore.orElse(null),
                endpoint.tls() || keyStore.isEmpty(),
                "needs TLS, a url of rediss://");
        check(
                "user",
                user.orElse(""),
                user.isEmpty() || password.or(endpoint::password).isPresent(),
                "needs a password, in millrace.redis.password or the url");
        consumerName.ifPresent(name -> check(
                "consumer-name", name, !name.isBlank() && !name.startsWith("~"), "must not be blank nor begin with ~"));
        within("retry-after", Duration.ZERO, LONGEST, retryAfter);
        check("max-deliveries", maxDeliveries, maxDeliveries >= 1, "must be at least 1");
        check(
                "claim-after",
                claimAfter,
                claimAfter.isZero() || (claimAfter.compareTo(SHORTEST_CLAIM) >= 0 && claimAfter.compareTo(LONGEST) < 0),
                "must be at least " + SHORTEST_CLAIM.toMillis() + " ms to be kept by renewing and less than "
                        + LONGEST.toDays() + " days, or zero for no claims");
        within("block-for", Duration.ofMillis(10), LONGEST_BLOCK, blockFor);
        check("batch-size", batchSize, batchSize >= 1 && batchSize <= 10_000, "must be 1 to 10,000");
        within("timeout", Duration.ofMillis(10), Duration.ofMinutes(10), timeout);
        within("shutdown-timeout", Duration.ZERO, LONGEST, shutdownTimeout);
        check("max-length", maxLength, maxLength >= 1, "must be at least 1");
        check("dead-letter-max-length", deadLetterMaxLength, deadLetterMaxLength >= 0, "must be at least 0");
        check("dead-letter-suffix", deadLetterSuffix, !deadLetterSuffix.isBlank(), "must not be blank");
        within("idempotency-window", Duration.ofSeconds(1), LONGEST, idempotencyWindow);
    }

    private static void within(String option, Duration least, Duration most, @Nullable Duration value) {
        boolean fits = value != null && value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
        check(option, value, fits, "must be between " + least.toMillis() + " ms and " + most.toMillis() + " ms");
    }

    private static void check(String option, @Nullable Object value, boolean fits, String rule) {
        if (!fits) {
            throw new IllegalArgumentException(
                    "millrace.redis." + option + ": " + rule + " (was " + value + "). Change it.");
        }
    }

    /** The allowance of deliveries and the gap between them, for consumers that say nothing else. */
    public RetryPolicy retryPolicy() {
        return new RetryPolicy(maxDeliveries, retryAfter);
    }

    /** How long topics get, those for which nothing else was said. */
    public Retention retention() {
        return new Retention(maxLength, trimUnacked, deadLetterMaxLength);
    }

    /** The options without what is secret, so that they can be logged. */
    @Override
    public String toString() {
        return "RedisSettings[url=" + Endpoint.of(url) + ", user=" + user.orElse("of the url") + ", trustStore="
                + trustStore.map(Path::toString).orElse("of the platform") + ", keyStore="
                + keyStore.map(Path::toString).orElse("none") + ", consumerName="
                + consumerName.orElse("by host and slot")
                + ", retryAfter=" + retryAfter + ", maxDeliveries=" + maxDeliveries + ", claimAfter=" + claimAfter
                + ", blockFor=" + blockFor + ", batchSize=" + batchSize + ", timeout=" + timeout + ", shutdownTimeout="
                + shutdownTimeout + ", connect=" + connect + ", maxLength=" + maxLength + ", trimUnacked="
                + trimUnacked + ", deadLetterMaxLength=" + deadLetterMaxLength + ", deadLetterSuffix="
                + deadLetterSuffix + ", keyPrefix=" + keyPrefix + ", idempotencyWindow=" + idempotencyWindow + "]";
    }
}
