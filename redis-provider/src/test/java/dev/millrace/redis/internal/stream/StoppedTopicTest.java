package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.internal.stream.FakeServer.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RDS-8: a right is missing for one of the commands, while the others work. */
class StoppedTopicTest extends ConsumersOnFake {

    @ParameterizedTest
    @ValueSource(strings = {"pending", "read"})
    void topicThatLacksOneRightIsToldOnceAndOnceWhenItIsServedAgain(String command) throws Exception {
        try (Logs logs = Logs.listen()) {
            streams.script(command, Fault.NO_RIGHT, Fault.NO_RIGHT, Fault.NO_RIGHT, Fault.NO_RIGHT);
            consume(recordingThen(DONE));
            publish("payload", "a");

            assertThat(next().text()).isEqualTo("a");
            Eventually.await(
                    "the end in the log", () -> !logs.infos("is served again").isEmpty());
            assertThat(logs.problems("NOPERM this user has no permissions to run the '" + command + "'"))
                    .hasSize(1);
        }
    }

    @Test
    void nothingIsReadWhileTheTopicCannotBeRepaired() throws Exception {
        streams.script("pending", Fault.NO_RIGHT, Fault.NO_RIGHT);
        consume(recordingThen(DONE));
        publish("payload", "a");

        next();
        assertThat(streams.calls().subList(0, streams.calls().indexOf("read")))
                .filteredOn("pending"::equals)
                .hasSizeGreaterThanOrEqualTo(3);
    }
}
