package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.UUID;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.internal.policy.Lease;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** RDS-3: what the log says of outages. */
class OutageNewsTest {

    private final Logs logs = Logs.listen();
    private final Endpoint endpoint = Endpoint.of(URI.create("redis://" + UUID.randomUUID()));
    private final Outage outage = outage(Duration.ofMillis(200));

    private Outage outage(Duration quiet) {
        return new Outage(endpoint, Lease.of(Duration.ofMinutes(1)), quiet);
    }

    @AfterEach
    void close() {
        logs.close();
    }

    @Test
    void outageThatStaysIsToldThoughItCameSoonAfterAnother() {
        outage.failed(new Refused("LOADING Redis is loading", null));
        outage.worked();

        Eventually.await("a second warning", () -> {
            outage.failed(new Refused("LOADING Redis is loading", null));
            return logs.warnings(endpoint.toString()).size() == 2;
        });
    }

    @Test
    void connectionThatIsFoundBrokenAfterTheOutageIsNoneOfItsOwn() {
        Outage fresh = outage(Duration.ofMinutes(1));
        fresh.failed(new Refused("LOADING Redis is loading", null));
        fresh.worked();
        fresh.failed(new ReplyLost("The connection broke.", null));
        fresh.worked();

        assertThat(logs.warnings(endpoint.toString())).hasSize(1);
        assertThat(logs.infos(endpoint.toString())).hasSize(1);
    }

    @Test
    void endpointIsNamedOnce() {
        outage.failed(new Unreachable("Redis at " + endpoint + " cannot be used: refused. Check it.", null));

        assertThat(logs.warnings(endpoint.toString()))
                .singleElement()
                .isEqualTo("WARNING Redis at " + endpoint
                        + " cannot be used: refused. Check it. Consumers pause and try again by themselves.");
    }

    @Test
    void errorOfTheServerIsToldWithTheEndpoint() {
        outage.failed(new Refused("LOADING Redis is loading", null));

        assertThat(logs.warnings(endpoint.toString()))
                .singleElement()
                .asString()
                .contains("LOADING");
    }

    @Test
    void serverThatSomebodyWaitedForInVainIsSilentUntilItAnswers() {
        assertThat(outage.isSilent()).isFalse();

        outage.silent();
        assertThat(outage.isSilent()).isTrue();
        assertThat(outage.isGoing()).isFalse();

        outage.worked();
        assertThat(outage.isSilent()).isFalse();
    }
}
