package dev.millrace.redis.internal.policy;

import java.util.List;
import java.util.Set;

/** What a consumer does about an error of the server. The one place where errors are told apart. */
public enum Remedy {
    /** Pause, and go on: the server, or the way to it, is not able to just now. */
    PAUSE,
    /** The stream or its group is gone: create the group again. */
    RECOVER_GROUP,
    /** This topic cannot be served: its key is of a foreign type, or a right is missing. Others can. */
    STOP_TOPIC,
    /** The server refuses what was asked for this one message, and would again: leave it, go on with others. */
    LEAVE_MESSAGE;

    private static final String OUT_OF_MEMORY = "OOM";
    private static final Set<String> GROUP_GONE = Set.of("NOGROUP", "UNBLOCKED");
    private static final Set<String> TOPIC_UNUSABLE = Set.of("WRONGTYPE", "NOPERM");
    private static final Set<String> SERVER_UNABLE = Set.of(
            "LOADING",
            "MISCONF",
            OUT_OF_MEMORY,
            "BUSY",
            "READONLY",
            "MASTERDOWN",
            "NOREPLICAS",
            "CLUSTERDOWN",
            "TRYAGAIN",
            "MOVED",
            "ASK",
            "NOAUTH",
            "WRONGPASS",
            "UNKILLABLE",
            "NOSCRIPT");

    /** What a script is told where its user may not do what it does: no code of its own, and a wording by version. */
    private static final List<String> SCRIPT_LACKS_RIGHT =
            List.of("user executing the script can't", "ACL failure in script");

    /**
     * The remedy for an error of the server.
     *
     * @param code its first word; the wording after it differs from version to version
     */
    public static Remedy of(String code) {
        if (GROUP_GONE.contains(code)) {
            return RECOVER_GROUP;
        }
        if (TOPIC_UNUSABLE.contains(code)) {
            return STOP_TOPIC;
        }
        return SERVER_UNABLE.contains(code) ? PAUSE : LEAVE_MESSAGE;
    }

    /** Whether it is room alone that the server lacks: then what adds nothing goes on, and what adds waits. */
    public static boolean isWantOfRoom(String code) {
        return code.equals(OUT_OF_MEMORY);
    }

    /**
     * The code of an error message. A script of Redis 6.2 wraps the error of a command in one of its own,
     * so there the code stands in the middle.
     */
    public static String codeOf(String message) {
        if (SCRIPT_LACKS_RIGHT.stream().anyMatch(message::contains)) {
            return "NOPERM";
        }
        String first = firstWord(message);
        if (!first.equals("ERR")) {
            return first;
        }
        for (String word : message.split("[^A-Z]+", -1)) {
            if (GROUP_GONE.contains(word) || TOPIC_UNUSABLE.contains(word) || SERVER_UNABLE.contains(word)) {
                return word;
            }
        }
        return first;
    }

    private static String firstWord(String message) {
        int space = message.indexOf(' ');
        return space < 0 ? message : message.substring(0, space);
    }
}
