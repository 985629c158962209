package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.redis.internal.policy.StreamExtent;
import org.junit.jupiter.api.Test;

/** What every implementation does for those who read without a group. */
abstract class TailCommandsContract extends CommandsContract {

    private static EntryId id(String id) {
        return EntryId.read(id).orElseThrow();
    }

    @Test
    void missingStreamReachesNowhere() {
        assertThat(commands.extent(key)).isEqualTo(StreamExtent.NONE);
        assertThat(commands.newest(key, 5)).isEmpty();
    }

    @Test
    void extentIsFromTheOldestToTheLastThatEverWas() {
        String first = add("a");
        String second = add("b");
        String third = add("c");
        StreamExtent whole = commands.extent(key);
        assertThat(whole.first()).contains(id(first));
        assertThat(whole.last()).isEqualTo(id(third));
        assertThat(whole.length()).isEqualTo(3);
        assertThat(whole.deletedUpTo()).isEmpty();

        commands.delete(key, first);
        commands.delete(key, third);

        StreamExtent less = commands.extent(key);
        assertThat(less.first()).contains(id(second));
        assertThat(less.last()).isEqualTo(id(third));
        assertThat(less.length()).isEqualTo(1);
        if (less.added().isPresent()) {
            assertThat(less.added()).hasValue(3);
            assertThat(less.deletedUpTo()).contains(id(third));
        }
    }

    @Test
    void newestEntriesComeOldestFirst() {
        add("a");
        add("b");
        add("c");

        assertThat(commands.newest(key, 2))
                .extracting(entry -> text(entry, "payload"))
                .containsExactly("b", "c");
    }

    @Test
    void everythingAfterItsIdIsReadOfEachStream() {
        String first = add("a");
        add("b");
        add("c");
        commands.add(key + ".other", fields("payload", "d"));
        try (TailReads reads = commands.tailReads()) {
            Map<String, EntryId> after = new LinkedHashMap<>();
            after.put(key, id(first));
            after.put(key + ".none", EntryId.ZERO);
            after.put(key + ".other", EntryId.ZERO);

            Map<String, List<StreamEntry>> found = reads.read(after, 1, Duration.ZERO);

            assertThat(found).containsOnlyKeys(key, key + ".other");
            assertThat(found.get(key))
                    .extracting(entry -> text(entry, "payload"))
                    .containsExactly("b");
            assertThat(found.get(key + ".other")).hasSize(1);
        }
    }

    @Test
    void waitingReadReturnsWhatComes() throws Exception {
        try (TailReads reads = commands.tailReads()) {
            CompletableFuture<Map<String, List<StreamEntry>>> read = CompletableFuture.supplyAsync(
                    () -> reads.read(Map.of(key, EntryId.ZERO), 10, Duration.ofSeconds(30)));

            add("a");

            assertThat(read.get(30, TimeUnit.SECONDS)).containsOnlyKeys(key);
        }
    }

    @Test
    void wokenReadReturnsEmptyEvenWhereItIsWokenBefore() {
        try (TailReads reads = commands.tailReads()) {
            reads.wake();

            assertThat(reads.read(Map.of(key, EntryId.ZERO), 10, Duration.ofSeconds(30)))
                    .isEmpty();
        }
    }

    @Test
    void closedReadsReadNothing() {
        TailReads reads = commands.tailReads();
        reads.close();

        assertThatThrownBy(() -> reads.read(Map.of(key, EntryId.ZERO), 10, Duration.ZERO))
                .isInstanceOf(StreamFailure.Closed.class);
    }
}
