package dev.millrace.redis.internal.stream;

import dev.millrace.redis.internal.policy.Remedy;
import org.jspecify.annotations.Nullable;

/** A command that failed, by what is known of its effect. */
public abstract sealed class StreamFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Without a full stop at its end: it goes into sentences of others, and libraries differ. */
    StreamFailure(String message, @Nullable Throwable cause) {
        super(message.replaceFirst("\\.+\\s*$", ""), cause);
    }

    /** What a consumer does about it. */
    public Remedy remedy() {
        return Remedy.PAUSE;
    }

    /** The command was never sent. */
    public static sealed class Unreachable extends StreamFailure {

        private static final long serialVersionUID = 1L;

        /** A failure to reach the server. */
        public Unreachable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The server was there, and the login or a certificate was refused: it would be again. */
    public static final class TurnedAway extends Unreachable {

        private static final long serialVersionUID = 1L;

        /** A refusal of the login, of our certificate, or of the server's. */
        public TurnedAway(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The command was sent, wholly or in part, and its reply never came: it may have been carried out. */
    public static final class ReplyLost extends StreamFailure {

        private static final long serialVersionUID = 1L;

        /** A reply that was lost. */
        public ReplyLost(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The server answered with an error: nothing was done. */
    public static final class Refused extends StreamFailure {

        private static final long serialVersionUID = 1L;

        private final String code;

        /** An error reply, whose first word is its code. */
        public Refused(String message, @Nullable Throwable cause) {
            super(message, cause);
            this.code = Remedy.codeOf(message);
        }

        /** What kind of error it is, such as {@code NOGROUP}. */
        public String code() {
            return code;
        }

        /** Whether only what needs room is refused. */
        public boolean isWantOfRoom() {
            return Remedy.isWantOfRoom(code);
        }

        @Override
        public Remedy remedy() {
            return Remedy.of(code);
        }
    }

    /** The broker was closed meanwhile. */
    public static final class Closed extends StreamFailure {

        private static final long serialVersionUID = 1L;

        /** The end of a command that was waiting when the broker was closed. */
        public Closed() {
            super("The broker is closed.", null);
        }
    }
}
