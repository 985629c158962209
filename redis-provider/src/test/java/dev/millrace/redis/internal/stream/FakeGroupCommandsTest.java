package dev.millrace.redis.internal.stream;

class FakeGroupCommandsTest extends GroupCommandsContract {

    private final FakeStreams commands = new FakeStreams();

    @Override
    StreamCommands commands() {
        return commands;
    }
}
