package dev.millrace.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.commands.ProtocolCommand;

/**
 * The fastest way to empty a topic that one connection of Jedis allows: bytes in, two reads of 100 entries
 * under way, one ack for all entries of a read. It decodes nothing, retries nothing and loses nothing.
 */
final class HandWrittenLoop {

    private static final byte[] READ_COUNT = "100".getBytes(StandardCharsets.US_ASCII);

    private final byte[] topic;
    private final byte[] group;
    private final Connection connection;
    private final Deque<Boolean> readsAmongReplies = new ArrayDeque<>();

    HandWrittenLoop(Jedis jedis, String topic, String group) {
        this.connection = jedis.getConnection();
        this.topic = topic.getBytes(StandardCharsets.UTF_8);
        this.group = group.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads and acks so many entries. */
    void drain(int messages) {
        int left = messages;
        read();
        read();
        while (!readsAmongReplies.isEmpty()) {
            boolean isRead = readsAmongReplies.remove();
            Object reply = connection.getOne();
            if (isRead && reply instanceof List<?> streams && left > 0) {
                List<byte[]> ids = ids(streams);
                left -= ids.size();
                ack(ids);
                if (left > 0) {
                    read();
                }
            }
        }
    }

    private static List<byte[]> ids(List<?> streams) {
        List<byte[]> ids = new ArrayList<>();
        List<?> stream = (List<?>) streams.get(0);
        for (Object entry : (List<?>) stream.get(1)) {
            ids.add((byte[]) ((List<?>) entry).get(0));
        }
        return ids;
    }

    private void read() {
        send(
                true,
                Protocol.Command.XREADGROUP,
                List.of(
                        Protocol.Keyword.GROUP.getRaw(),
                        group,
                        "loop".getBytes(StandardCharsets.US_ASCII),
                        Protocol.Keyword.COUNT.getRaw(),
                        READ_COUNT,
                        Protocol.Keyword.STREAMS.getRaw(),
                        topic,
                        ">".getBytes(StandardCharsets.US_ASCII)));
    }

    private void ack(List<byte[]> ids) {
        List<byte[]> arguments = new ArrayList<>(Arrays.asList(topic, group));
        arguments.addAll(ids);
        send(false, Protocol.Command.XACK, arguments);
    }

    private void send(boolean isRead, ProtocolCommand name, List<byte[]> arguments) {
        CommandArguments command = new CommandArguments(name);
        arguments.forEach(command::add);
        connection.sendCommand(command);
        readsAmongReplies.add(isRead);
    }
}
