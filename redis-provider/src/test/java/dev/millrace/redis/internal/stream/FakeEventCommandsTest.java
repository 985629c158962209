package dev.millrace.redis.internal.stream;

class FakeEventCommandsTest extends EventCommandsContract {

    private final FakeStreams commands = new FakeStreams();

    @Override
    StreamCommands commands() {
        return commands;
    }
}
