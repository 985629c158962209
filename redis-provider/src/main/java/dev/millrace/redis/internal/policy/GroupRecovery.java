package dev.millrace.redis.internal.policy;

import java.util.Optional;

/**
 * Where a group that is lost is created again, so that nothing is missed and as little as possible comes
 * twice. Never at the present: what was published around the loss would be missed.
 */
public record GroupRecovery(GroupStart start, Ground ground) {

    /** What the decision stands on. */
    public enum Ground {
        /** The stream is the one the group was lost from, and how far the group had come is known. */
        WATERMARK,
        /** The stream was deleted, or replaced by one that begins anew. */
        BORN_AGAIN,
        /** Nothing is known of how far the group had come. */
        NO_WATERMARK
    }

    /**
     * Decides.
     *
     * @param watermark how far the group had come
     * @param stream the stream now; empty where there is none
     */
    public static GroupRecovery of(Optional<Watermark> watermark, Optional<StreamState> stream) {
        if (watermark.isEmpty()) {
            return new GroupRecovery(GroupStart.BEGINNING, Ground.NO_WATERMARK);
        }
        if (stream.isEmpty() || stream.get().isBefore(watermark.get().stream())) {
            return new GroupRecovery(GroupStart.BEGINNING, Ground.BORN_AGAIN);
        }
        return new GroupRecovery(new GroupStart(watermark.get().done().toString()), Ground.WATERMARK);
    }
}
