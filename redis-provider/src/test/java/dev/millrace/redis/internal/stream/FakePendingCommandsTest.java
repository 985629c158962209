package dev.millrace.redis.internal.stream;

class FakePendingCommandsTest extends PendingCommandsContract {

    private final FakeStreams commands = new FakeStreams();

    @Override
    StreamCommands commands() {
        return commands;
    }
}
