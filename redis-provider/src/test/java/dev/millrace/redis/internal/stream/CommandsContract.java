package dev.millrace.redis.internal.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.PendingRow;
import org.junit.jupiter.api.BeforeEach;

/** Where the suites of the commands begin: a topic of their own, and the words they are written in. */
abstract class CommandsContract {

    static final String PARKED = TopicKeys.PARKED;

    final String key = "contract." + UUID.randomUUID();
    final String side = "{" + key + "}:millrace";
    final String dead = key + ".dead";
    final StreamGroup group = new StreamGroup(key, "billing");
    StreamCommands commands;

    abstract StreamCommands commands();

    /** Whether the server counts what it was given, as every one from Redis 7 on does. */
    boolean counts() {
        return true;
    }

    @BeforeEach
    void takeCommands() {
        commands = commands();
    }

    String add(String payload) {
        return commands.add(key, fields("payload", payload));
    }

    static Map<String, byte[]> fields(String... namesAndValues) {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return fields;
    }

    static Map<String, byte[]> manyFields() {
        Map<String, byte[]> fields = fields("payload", "a", "headers", "{}");
        for (int i = 0; i < 5_000; i++) {
            fields.put("field " + i, new byte[] {1});
        }
        return fields;
    }

    void createGroup() {
        commands.createGroup(group, side, GroupStart.BEGINNING, Optional.empty());
    }

    List<StreamEntry> read(String consumer, int count) {
        try (GroupReads reads = commands.reads()) {
            return reads.read(group.name(), consumer, List.of(key), count, Duration.ZERO)
                    .orElseThrow()
                    .getOrDefault(key, List.of());
        }
    }

    /** How many entries are pending, by consumer. */
    Map<String, Long> pending() {
        return commands.backlogs(group.name(), List.of(key)).get(key).counts();
    }

    /** An entry that {@code me} has read. */
    PendingRow delivered(String payload) {
        String id = add(payload);
        createGroup();
        read("me", 100);
        return row(id);
    }

    PendingRow row(String id) {
        return rows().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    }

    List<PendingRow> rows() {
        return commands.pending(group, "-", 1_000, Optional.empty());
    }

    static String text(StreamEntry entry, String field) {
        return new String(entry.fields().get(field), StandardCharsets.UTF_8);
    }
}
