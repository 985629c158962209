package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.millrace.redis.internal.stream.StreamCommands.GroupRow;

/** Who of a group is there. A server shows as idle who waits for messages, so it is asked for names held too. */
final class Attendance {

    /** A name is held for less; a consumer of another program holds none. */
    private static final Duration SEEN_WITHIN = Duration.ofMinutes(1);

    private final StreamCommands commands;
    private final TopicKeys keys;

    Attendance(StreamCommands commands, TopicKeys keys) {
        this.commands = commands;
        this.keys = keys;
    }

    /** The consumers of a group that are alive. */
    Set<String> of(GroupRow group) {
        return group.idleByConsumer().entrySet().stream()
                .filter(each -> !each.getKey().equals(TopicKeys.PARKED))
                .filter(each -> each.getValue().compareTo(SEEN_WITHIN) < 0 || holdsItsName(each.getKey()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The same by its name; nobody where the group does not exist. */
    Set<String> of(StreamGroup group) {
        List<GroupRow> rows = commands.groups(group.key());
        return rows.stream()
                .filter(row -> row.name().equals(group.name()))
                .findFirst()
                .map(this::of)
                .orElse(Set.of());
    }

    private boolean holdsItsName(String consumer) {
        // A further subscription of a process has a number at the end of the name that is held.
        return commands.exists(keys.consumer(consumer))
                || commands.exists(keys.consumer(consumer.replaceFirst("\\.\\d+$", "")));
    }
}
