package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;

import dev.millrace.StartAt;
import dev.millrace.redis.internal.policy.GroupRecovery;
import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.stream.StreamCommands.Creation;
import dev.millrace.redis.internal.stream.StreamCommands.GroupFacts;

/** Makes sure that a group exists, and tells where it begins. */
final class GroupJoin {

    private static final System.Logger LOG = System.getLogger(GroupJoin.class.getName());

    private final StreamCommands commands;
    private final StreamGroup group;
    private final String sideKey;
    private final String subject;

    GroupJoin(StreamCommands commands, TopicKeys keys, String topic, StreamGroup group) {
        this.commands = commands;
        this.group = group;
        this.sideKey = keys.side(topic);
        this.subject = "Topic " + topic + ", group " + group.name();
    }

    /** Creates the group where it does not exist. What it is decided on is checked again in the step that creates it. */
    void join(StartAt startAt) {
        while (true) {
            GroupFacts facts = commands.groupFacts(group, sideKey);
            if (facts.groups().contains(group.name())) {
                return;
            }
            if (facts.watermark().isPresent()) {
                // It was there: to begin at the present now would miss what came since it was lost.
                createAgain(facts);
                return;
            }
            Optional<Duration> age = facts.firstGroupAt().map(first -> Duration.ofMillis(facts.serverMillis() - first));
            GroupStart start = GroupStart.of(startAt, !facts.groups().isEmpty(), age);
            Creation creation = commands.createGroup(group, sideKey, start, Optional.of(facts));
            if (creation == Creation.CREATED) {
                tell(start, startAt, facts.length());
            }
            if (creation != Creation.OUTDATED) {
                return;
            }
        }
    }

    private void tell(GroupStart start, StartAt startAt, long length) {
        String position = start.isBeginning()
                ? "at the beginning of the topic, which holds " + length + " messages"
                : "at the present of the topic, passing over " + length + " messages";
        String hint = startAt == StartAt.AUTO && !start.isBeginning()
                ? " The topic has had groups for a while; use startAt EARLIEST to work through what it holds."
                : "";
        LOG.log(Level.INFO, subject + ": created " + position + "." + hint);
    }

    /** Creates the group again if it is gone. */
    void recover() {
        GroupFacts facts = commands.groupFacts(group, sideKey);
        if (!facts.groups().contains(group.name())) {
            createAgain(facts);
        }
    }

    private void createAgain(GroupFacts facts) {
        GroupRecovery recovery = GroupRecovery.of(facts.watermark(), facts.stream());
        // On facts that may hold no more: every id of a stream born meanwhile is above any of the old one.
        if (commands.createGroup(group, sideKey, recovery.start(), Optional.empty()) == Creation.CREATED) {
            LOG.log(Level.WARNING, subject + ": the group was gone, and is created again " + place(recovery));
        }
    }

    private static String place(GroupRecovery recovery) {
        return switch (recovery.ground()) {
            case WATERMARK ->
                "at its watermark (" + recovery.start().position()
                        + "). What came after it is delivered, some of it perhaps again.";
            case BORN_AGAIN ->
                "at the beginning of the topic (0), which was deleted or replaced. What it holds is delivered.";
            case NO_WATERMARK ->
                "at the beginning of the topic (0), for no watermark is left. What it holds is delivered,"
                        + " some of it perhaps again.";
        };
    }
}
