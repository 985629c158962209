package dev.millrace.redis.internal.stream;

class FakeTopicCommandsTest extends TopicCommandsContract {

    private final FakeStreams commands = new FakeStreams();

    @Override
    StreamCommands commands() {
        return commands;
    }
}
