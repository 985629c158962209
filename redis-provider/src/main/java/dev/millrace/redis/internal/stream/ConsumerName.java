package dev.millrace.redis.internal.stream;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamCommands.Hold;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;

/**
 * The name of this process in its groups: the same after a restart, and never that of another live process,
 * for two of one name would each run what the other has in hand. Held on this host by a lock, and among
 * hosts by a token on the server.
 */
final class ConsumerName {

    private static final System.Logger LOG = System.getLogger(ConsumerName.class.getName());
    private static final Duration TOKEN_TIME = Duration.ofSeconds(30);

    /** How often its token is renewed at least: it survives one renewal that fails. */
    static final Duration TOKEN_RENEWED = Duration.ofSeconds(10);

    private final StreamCommands commands;
    private final TopicKeys keys;
    private final Endpoint endpoint;
    private final Optional<String> configured;

    /** Held while the server is asked, which may take as long as it likes: the end must not wait for that. */
    private final ReentrantLock turn = new ReentrantLock();

    private volatile boolean over;
    private @Nullable NameLock lock;
    private @Nullable String name;
    private String token = "";
    private boolean onServer;
    private long heldAt;

    ConsumerName(StreamCommands commands, TopicKeys keys, Endpoint endpoint, Optional<String> configured) {
        this.commands = commands;
        this.keys = keys;
        this.endpoint = endpoint;
        this.configured = configured;
    }

    /**
     * The name, taken when it is first asked for.
     *
     * @throws StreamFailure if the server cannot be asked, or the name was given up
     */
    String get() {
        turn.lock();
        try {
            if (over) {
                throw new StreamFailure.Closed();
            }
            String known = name;
            for (int slot = 1; known == null; slot++) {
                known = tryTake(slot);
            }
            name = known;
            return known;
        } finally {
            endTurn();
        }
    }

    private void endTurn() {
        turn.unlock();
        if (over) {
            freeUnlessInUse();
        }
    }

    private @Nullable String tryTake(int slot) {
        String candidate =
                configured.map(given -> slot == 1 ? given : given + "-" + slot).orElseGet(() -> host() + "-" + slot);
        Optional<NameLock> taken;
        try {
            taken = NameLock.tryTake(endpoint.host() + "-" + endpoint.port() + "-" + keys.prefix(), candidate);
            if (taken.isEmpty()) {
                tellTaken(candidate, "another process on this host");
                return null;
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, candidate + " cannot be locked on this host; the token on the server has to do.", e);
            taken = Optional.empty();
        }
        boolean held = false;
        try {
            held = holdOnServer(candidate, taken);
        } finally {
            if (!held) {
                taken.ifPresent(NameLock::close);
            }
        }
        lock = taken.orElse(null);
        return held ? candidate : null;
    }

    private boolean holdOnServer(String candidate, Optional<NameLock> taken) {
        String place = host() + "/" + taken.map(NameLock::identity).orElse("unlocked");
        token = place + "/" + UUID.randomUUID();
        try {
            Hold hold = commands.hold(keys.consumer(candidate), token, TOKEN_TIME, Optional.empty());
            if (hold instanceof Hold.Taken other
                    && taken.isPresent()
                    && other.token().startsWith(place + "/")) {
                // Whoever left it held the lock that we have now, so it is dead.
                hold = commands.hold(keys.consumer(candidate), token, TOKEN_TIME, Optional.of(other.token()));
            }
            if (hold instanceof Hold.Taken other) {
                tellTaken(candidate, other.token().substring(0, other.token().lastIndexOf('/')));
                return false;
            }
            heldAt = System.nanoTime();
            onServer = true;
        } catch (Refused e) {
            if (e.remedy() == Remedy.PAUSE && !e.isWantOfRoom()) {
                throw e;
            }
            // With no memory left it is tried again: to wait for it would keep away those who make room.
            onServer = e.isWantOfRoom();
            heldAt = System.nanoTime() - TOKEN_RENEWED.toNanos();
            LOG.log(
                    Level.WARNING,
                    "Consumer " + candidate + ": no other host can be kept from using this name, for "
                            + keys.consumer(candidate) + " cannot be written: " + e.getMessage()
                            + (onServer
                                    ? ". Make room; it is tried again."
                                    : ". Allow it, or see to it that names differ."));
        }
        return true;
    }

    private void tellTaken(String candidate, String holder) {
        if (configured.isPresent()) {
            LOG.log(
                    Level.WARNING,
                    "Consumer " + candidate + ": a live consumer has this name already (" + holder
                            + "); a number is added. Give each process a name of its own in millrace.redis.consumer-name or its options.");
        }
    }

    /** Keeps the name for longer, when it is time. */
    void keep() {
        turn.lock();
        try {
            if (name != null && onServer && System.nanoTime() - heldAt >= TOKEN_RENEWED.toNanos()) {
                renew(name);
            }
        } finally {
            endTurn();
        }
    }

    /** Keeps the name for longer at once; whether there was one to keep, and the server took it. */
    boolean keepNow() {
        turn.lock();
        try {
            return name != null && onServer && renew(name);
        } finally {
            endTurn();
        }
    }

    private boolean renew(String known) {
        long sentAt = System.nanoTime();
        Optional<Hold> hold = held(known);
        // Not where the server cannot be asked: then it is time still.
        heldAt = sentAt;
        if (hold.isPresent() && hold.get() instanceof Hold.Taken other) {
            onServer = false;
            LOG.log(
                    Level.WARNING,
                    "Consumer " + known + ": while this process was cut off another took its name (" + other.token()
                            + "). Restart this one, or messages may run twice at the same time.");
        }
        return hold.isPresent();
    }

    /** A refusal of this one command is no outage: leases can still be renewed, and must be. */
    private Optional<Hold> held(String known) {
        try {
            return Optional.of(commands.hold(keys.consumer(known), token, TOKEN_TIME, Optional.empty()));
        } catch (Refused e) {
            if (e.remedy() == Remedy.PAUSE && !e.isWantOfRoom()) {
                throw e;
            }
            LOG.log(Level.DEBUG, "The token of " + known + " could not be kept; it is tried again.", e);
            return Optional.empty();
        }
    }

    /** Frees the name for the next process. */
    void letGo() {
        if (turn.tryLock()) {
            try {
                if (name != null && onServer) {
                    commands.letGo(keys.consumer(name), token);
                }
            } catch (StreamFailure e) {
                LOG.log(Level.DEBUG, "The token of " + name + " runs out by itself.", e);
            } finally {
                turn.unlock();
            }
        }
        forget();
    }

    /** Frees the name on this host only, as the end of the process would, at once or after who asks the server now. */
    void forget() {
        over = true;
        freeUnlessInUse();
    }

    private void freeUnlessInUse() {
        if (!turn.tryLock()) {
            return;
        }
        try {
            if (lock != null) {
                lock.close();
            }
            lock = null;
            name = null;
            onServer = false;
        } finally {
            turn.unlock();
        }
    }

    private static String host() {
        String given = System.getenv("HOSTNAME");
        if (given != null && !given.isBlank()) {
            return given;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
