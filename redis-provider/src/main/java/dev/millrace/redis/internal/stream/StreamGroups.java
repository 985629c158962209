package dev.millrace.redis.internal.stream;

import java.util.List;
import java.util.Set;

import dev.millrace.redis.GroupInfo;
import dev.millrace.redis.Groups;
import dev.millrace.redis.internal.stream.StreamCommands.Deletion;
import dev.millrace.redis.internal.stream.StreamCommands.GroupRow;

/** The groups of one topic. */
public final class StreamGroups implements Groups {

    private final StreamCommands commands;
    private final TopicKeys keys;
    private final Attendance attendance;
    private final String topic;

    /** The groups of a topic. */
    public StreamGroups(StreamCommands commands, TopicKeys keys, String topic) {
        this.commands = commands;
        this.keys = keys;
        this.attendance = new Attendance(commands, keys);
        this.topic = topic;
    }

    @Override
    public List<GroupInfo> list() {
        return Asked.of(
                "Groups of topic " + topic,
                () -> commands.groups(keys.stream(topic)).stream()
                        .map(this::info)
                        .toList());
    }

    private GroupInfo info(GroupRow row) {
        Set<String> live = attendance.of(row);
        List<String> consumers = row.idleByConsumer().keySet().stream()
                .filter(name -> !name.equals(TopicKeys.PARKED))
                .sorted()
                .toList();
        return new GroupInfo(
                row.name(),
                consumers,
                consumers.stream().filter(live::contains).toList(),
                row.pending(),
                row.lag(),
                commands.lost(new StreamGroup(keys.stream(topic), row.name()), keys.side(topic)));
    }

    @Override
    public boolean delete(String group) {
        String subject = "Deleting group " + Names.checked("group", group) + " of topic " + topic;
        return Asked.of(subject, () -> {
            List<GroupRow> rows = commands.groups(keys.stream(topic)).stream()
                    .filter(row -> row.name().equals(group))
                    .toList();
            Set<String> live = rows.stream().findFirst().map(attendance::of).orElse(Set.of());
            List<String> gone = rows.stream()
                    .flatMap(row -> row.idleByConsumer().keySet().stream())
                    .filter(name -> !live.contains(name))
                    .toList();
            Deletion ending = Asked.toChange(
                    subject,
                    () -> commands.deleteGroup(new StreamGroup(keys.stream(topic), group), keys.side(topic), gone));
            if (ending == Deletion.SERVED) {
                throw new IllegalStateException(subject + ": it is served"
                        + (live.isEmpty() ? "" : " by " + String.join(", ", live))
                        + ". Close its consumers before; one that died counts as alive for a minute.");
            }
            return ending == Deletion.DELETED;
        });
    }
}
