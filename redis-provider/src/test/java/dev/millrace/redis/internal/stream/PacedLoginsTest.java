package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.millrace.redis.internal.stream.StreamFailure.TurnedAway;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;
import org.junit.jupiter.api.Test;

class PacedLoginsTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);

    private final List<String> tried = new ArrayList<>();
    private String password = "wrong";
    private final PacedLogins logins =
            new PacedLogins(() -> new Login(Optional.empty(), Optional.of(password)), this::open);

    private Wire open(Login login, Duration timeout) {
        tried.add(login.password().orElseThrow());
        throw login.password().orElseThrow().equals("away")
                ? new Unreachable("Nobody is there", null)
                : new TurnedAway("WRONGPASS", null);
    }

    private void open(int times) {
        for (int i = 0; i < times; i++) {
            assertThatExceptionOfType(Unreachable.class).isThrownBy(() -> logins.open(LIMIT));
        }
    }

    @Test
    void refusedLoginIsNotTriedAgainAtOnce() {
        open(100);
        assertThat(tried).hasSizeLessThan(10);
    }

    @Test
    void anotherPasswordIsTriedAtOnce() {
        open(1);
        password = "another";
        open(1);
        assertThat(tried).containsExactly("wrong", "another");
    }

    @Test
    void serverThatIsAwayIsTriedEachTime() {
        password = "away";
        open(3);
        assertThat(tried).hasSize(3);
    }
}
