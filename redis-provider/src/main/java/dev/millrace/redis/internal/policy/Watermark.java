package dev.millrace.redis.internal.policy;

import java.util.Optional;

/**
 * How far a group had come, as it was noted beside its topic while it worked. It may be a little old, which
 * only means that more is delivered again.
 *
 * @param done the id up to which the group was done with everything
 * @param stream the stream at that moment
 */
public record Watermark(EntryId done, StreamState stream) {

    /**
     * Reads a note: the lowest pending id, the last delivered one, the last generated one, the number of
     * entries added, with {@code -} for what there is none of.
     *
     * @return empty where it is no such note
     */
    public static Optional<Watermark> read(String note) {
        String[] words = note.split(" ", -1);
        if (words.length != 4) {
            return Optional.empty();
        }
        Optional<EntryId> done = words[0].equals("-")
                ? EntryId.read(words[1])
                : EntryId.read(words[0]).map(EntryId::before);
        return done.flatMap(id -> state(words[2], words[3]).map(state -> new Watermark(id, state)));
    }

    /** How far a stream has come, from the same words; empty where they are none. */
    public static Optional<StreamState> state(String lastGenerated, String entriesAdded) {
        return EntryId.read(lastGenerated).map(last -> new StreamState(last, number(entriesAdded)));
    }

    private static Optional<Long> number(String word) {
        return word.matches("\\d{1,18}") ? Optional.of(Long.valueOf(word)) : Optional.empty();
    }
}
