package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.stream.StreamFailure.TurnedAway;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;
import org.jspecify.annotations.Nullable;

/**
 * Spares a server that turned us away: whatever the number of threads that want a connection, it is asked
 * again at a growing pace, at once only with another password. Thread-safe.
 */
final class PacedLogins implements Wire.Source {

    /** Opens a connection for a login. */
    interface Opening {
        Wire open(Login login, Duration timeout);
    }

    private final Supplier<Login> logins;
    private final Opening opening;
    private @Nullable Rebuff last;

    private record Rebuff(Login login, TurnedAway failure, int times, long nextAt) {

        static Rebuff of(Login login, TurnedAway failure, int times) {
            Duration pause =
                    ReconnectBackoff.pause(times, ThreadLocalRandom.current().nextDouble());
            return new Rebuff(login, failure, times, System.nanoTime() + pause.toNanos());
        }
    }

    PacedLogins(Supplier<Login> logins, Opening opening) {
        this.logins = logins;
        this.opening = opening;
    }

    @Override
    public Wire open(Duration timeout) {
        Login login = login();
        takeTurn(login);
        try {
            Wire wire = opening.open(login, timeout);
            welcome();
            return wire;
        } catch (TurnedAway e) {
            note(login, e);
            throw e;
        }
    }

    private Login login() {
        try {
            return logins.get();
        } catch (RuntimeException e) {
            throw new Unreachable("The credentials for Redis could not be got: " + e + ". Mend what supplies them.", e);
        }
    }

    /** One thread may try when it is time; the others learn what the last one did. */
    private synchronized void takeTurn(Login login) {
        Rebuff rebuff = last;
        if (rebuff == null || !rebuff.login().equals(login)) {
            return;
        }
        if (rebuff.nextAt() - System.nanoTime() > 0) {
            throw new TurnedAway(String.valueOf(rebuff.failure().getMessage()), rebuff.failure());
        }
        last = Rebuff.of(login, rebuff.failure(), rebuff.times());
    }

    private synchronized void note(Login login, TurnedAway failure) {
        int times = last == null || !last.login().equals(login) ? 1 : last.times() + 1;
        last = Rebuff.of(login, failure, times);
    }

    private synchronized void welcome() {
        last = null;
    }
}
