package dev.millrace.redis.internal.stream;

class FakeStreamsTest extends StreamCommandsContract {

    private final FakeStreams commands = new FakeStreams();

    @Override
    StreamCommands commands() {
        return commands;
    }
}
