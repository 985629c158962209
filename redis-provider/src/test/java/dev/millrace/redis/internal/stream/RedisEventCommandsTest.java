package dev.millrace.redis.internal.stream;

import java.net.URI;
import java.time.Duration;

import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.AfterEach;

class RedisEventCommandsTest extends EventCommandsContract {

    private final StreamCommands commands = RedisStreamCommands.to(
            Access.of(Endpoint.of(URI.create(RedisServer.shared().uri()))), Duration.ofSeconds(10));

    @Override
    StreamCommands commands() {
        return commands;
    }

    @AfterEach
    void close() {
        commands.close();
    }
}
