package dev.millrace.redis.internal.stream;

class FakeTailCommandsTest extends TailCommandsContract {

    private final FakeStreams commands = new FakeStreams();

    @Override
    StreamCommands commands() {
        return commands;
    }
}
