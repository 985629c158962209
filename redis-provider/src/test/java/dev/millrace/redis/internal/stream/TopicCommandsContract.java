package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamCommands.Hold;
import dev.millrace.redis.internal.stream.StreamCommands.Once;
import org.junit.jupiter.api.Test;

/** What every implementation does with topics and names, so that the fake may stand for the server. */
abstract class TopicCommandsContract extends CommandsContract {

    static final Duration ONE_MINUTE = Duration.ofMinutes(1);

    @Test
    void entryKeepsItsFieldsByteByByte() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }

        String id = commands.add(key, Map.of("payload", all));

        StreamEntry entry = commands.range(key, id, id, 1).get(0);
        assertThat(entry.id()).isEqualTo(id);
        assertThat(entry.fields().get("payload")).isEqualTo(all);
    }

    @Test
    void additionWithoutWaitingIsAnAddition() {
        String id = commands.addLater(key, fields("payload", "a"))
                .toCompletableFuture()
                .join();

        assertThat(commands.newest(key)).contains(id);
    }

    @Test
    void additionUnderOneKeyHappensOnce() {
        String first = commands.addOnce(key, once("k", ONE_MINUTE), fields("payload", "a"));
        String second = commands.addOnceLater(key, once("k", ONE_MINUTE), fields("payload", "a"))
                .toCompletableFuture()
                .join();
        commands.addOnce(key, once("other", ONE_MINUTE), fields("payload", "b"));

        assertThat(second).isEqualTo(first);
        assertThat(commands.length(key)).isEqualTo(2);
    }

    @Test
    void additionUnderAnotherWindowForgetsNoKey() {
        add("before");
        String first = commands.addOnce(key, once("k", ONE_MINUTE), fields("payload", "a"));
        String longer = commands.addOnce(key, once("longer", ONE_MINUTE.multipliedBy(2)), fields("payload", "b"));
        String shorter = commands.addOnce(key, once("shorter", ONE_MINUTE.dividedBy(2)), fields("payload", "c"));

        assertThat(commands.addOnce(key, once("k", ONE_MINUTE), fields("payload", "a")))
                .isEqualTo(first);
        assertThat(commands.addOnce(key, once("longer", ONE_MINUTE.multipliedBy(2)), fields("payload", "b")))
                .isEqualTo(longer);
        assertThat(commands.addOnce(key, once("shorter", ONE_MINUTE.dividedBy(2)), fields("payload", "c")))
                .isEqualTo(shorter);
    }

    final Once once(String name, Duration window) {
        return new Once(side + ":once:" + name, side, window);
    }

    @Test
    void entriesAreReadInOrderOncePerGroup() {
        createGroup();
        add("a");
        add("b");
        add("c");

        assertThat(read("me", 2)).extracting(entry -> text(entry, "payload")).containsExactly("a", "b");
        assertThat(read("you", 2)).extracting(entry -> text(entry, "payload")).containsExactly("c");
        assertThat(read("me", 2)).isEmpty();
    }

    @Test
    void readThatWaitsEndsWhenItIsWoken() throws Exception {
        createGroup();
        try (GroupReads reads = commands.reads()) {
            Thread waker = new Thread(reads::wake);
            waker.start();

            assertThat(reads.read("billing", "me", List.of(key), 1, Duration.ofMinutes(1))
                            .orElse(Map.of()))
                    .isEmpty();
            waker.join();
        }
    }

    @Test
    void wakeBeforeTheReadIsNotLost() {
        createGroup();
        try (GroupReads reads = commands.reads()) {
            reads.wake();

            assertThat(reads.read("billing", "me", List.of(key), 1, Duration.ofMinutes(1)))
                    .isEmpty();
        }
    }

    @Test
    void readOfAMissingGroupIsRefused() {
        assertThatThrownBy(() -> read("me", 1))
                .isInstanceOfSatisfying(
                        StreamFailure.class,
                        failure -> assertThat(failure.remedy()).isEqualTo(Remedy.RECOVER_GROUP));
    }

    @Test
    void pendingOfAMissingGroupIsRefused() {
        PendingRow row = new PendingRow("1-0", "me", Duration.ZERO, 1);

        assertThatThrownBy(() -> pending()).isInstanceOf(StreamFailure.Refused.class);
        assertThatThrownBy(() -> commands.claim(group, "me", row, Duration.ZERO, 2))
                .isInstanceOfSatisfying(
                        StreamFailure.class,
                        failure -> assertThat(failure.remedy()).isEqualTo(Remedy.RECOVER_GROUP));
    }

    @Test
    void whatWasReadIsPendingAtOneDelivery() {
        PendingRow row = delivered("a");

        assertThat(row.consumer()).isEqualTo("me");
        assertThat(row.deliveries()).isEqualTo(1);
        assertThat(pending()).isEqualTo(Map.of("me", 1L));
    }

    @Test
    void pendingComesInPagesByIdAndByConsumer() {
        createGroup();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(add("m" + i));
        }
        read("me", 3);
        read("you", 3);

        assertThat(commands.pending(group, "(" + ids.get(1), 2, Optional.empty()))
                .extracting(PendingRow::id)
                .containsExactly(ids.get(2), ids.get(3));
        assertThat(commands.pending(group, "-", 10, Optional.of("you")))
                .extracting(PendingRow::id)
                .containsExactly(ids.get(3), ids.get(4));
    }

    @Test
    void ackedEntryIsPendingNoMore() {
        PendingRow row = delivered("a");

        assertThat(commands.ack(group, row.id())).isTrue();
        assertThat(commands.ack(group, row.id())).isFalse();
        assertThat(pending()).isEmpty();
    }

    @Test
    void ackOfOneGroupLeavesAnotherAlone() {
        StreamGroup shipping = new StreamGroup(key, "shipping");
        commands.createGroup(shipping, side, GroupStart.BEGINNING, Optional.empty());
        PendingRow row = delivered("a");

        commands.ack(group, row.id());

        try (GroupReads reads = commands.reads()) {
            assertThat(reads.read("shipping", "me", List.of(key), 1, Duration.ZERO))
                    .hasValueSatisfying(byKey -> assertThat(byKey.get(key)).hasSize(1));
        }
    }

    /** CLM-6. */
    @Test
    void onlyConsumersWithoutPendingEntriesAreRemoved() {
        PendingRow row = delivered("a");
        for (String consumer : List.of("idle", "kept")) {
            add("b");
            read(consumer, 1).forEach(entry -> commands.ack(group, entry.id()));
        }

        assertThat(commands.removeIdle(group, Duration.ofHours(1), List.of())).isZero();
        assertThat(commands.removeIdle(group, Duration.ZERO, List.of("kept"))).isEqualTo(1);
        assertThat(row(row.id()).consumer()).isEqualTo("me");
    }

    @Test
    void trimmingRemovesNothingThatAGroupHasNotAcked() {
        createGroup();
        for (int i = 0; i < 300; i++) {
            add("m" + i);
        }
        List<StreamEntry> read = read("me", 300);
        read.stream().skip(1).forEach(entry -> commands.ack(group, entry.id()));

        assertThat(commands.trim(key, 10)).isZero();
        assertThat(commands.length(key)).isEqualTo(300);
    }

    @Test
    void trimmingWhatIsUnackedKeepsTheLengthAndCountsWhatEachGroupLost() {
        createGroup();
        StreamGroup shipping = new StreamGroup(key, "shipping");
        commands.createGroup(shipping, side, GroupStart.BEGINNING, Optional.empty());
        for (int i = 0; i < 100; i++) {
            add("m" + i);
        }
        List<StreamEntry> read = read("me", 60);
        read.subList(0, 50).forEach(entry -> commands.ack(group, entry.id()));

        Trimmed trimmed = commands.trimUnacked(key, side, 10);

        assertThat(trimmed.removed()).isEqualTo(90);
        assertThat(trimmed.losses())
                .containsExactlyInAnyOrder(new Trimmed.Loss("billing", 40, 40), new Trimmed.Loss("shipping", 90, 90));
        assertThat(commands.length(key)).isEqualTo(10);
        assertThat(commands.trimUnacked(key, side, 10)).isEqualTo(new Trimmed(0, List.of()));
    }

    @Test
    void lossesOfAGroupAddUpUntilItIsDeleted() {
        createGroup();
        for (int i = 0; i < 4; i++) {
            add("m" + i);
        }
        commands.trimUnacked(key, side, 3);

        assertThat(commands.trimUnacked(key, side, 1).losses()).containsExactly(new Trimmed.Loss("billing", 2, 3));
        assertThat(commands.lost(group, side)).isEqualTo(3);
        commands.deleteGroup(group, side, List.of());
        assertThat(commands.lost(group, side)).isZero();
    }

    @Test
    void trimmingWhatIsUnackedCountsNothingThatWasAcked() {
        createGroup();
        add("a");
        add("b");
        read("me", 1).forEach(entry -> commands.ack(group, entry.id()));

        assertThat(commands.trimUnacked(key, side, 1)).isEqualTo(new Trimmed(1, List.of()));
        assertThat(commands.lost(group, side)).isZero();
    }

    @Test
    void trimmingRemovesNothingThatAGroupHasNotRead() {
        createGroup();
        for (int i = 0; i < 300; i++) {
            add("m" + i);
        }

        assertThat(commands.trim(key, 10)).isZero();
    }

    @Test
    void trimmingKeepsAboutTheLength() {
        createGroup();
        for (int i = 0; i < 450; i++) {
            add("m" + i);
        }
        read("me", 450).forEach(entry -> commands.ack(group, entry.id()));

        commands.trim(key, 200);

        assertThat(commands.length(key)).isBetween(200L, 300L);
    }

    @Test
    void topicWithoutGroupsIsTrimmedToAboutItsLength() {
        for (int i = 0; i < 450; i++) {
            add("m" + i);
        }

        commands.trim(key, 200);

        assertThat(commands.length(key)).isBetween(200L, 300L);
    }

    @Test
    void requeuedEntryMovesWithOtherHeaders() {
        String id = commands.add(dead, fields("payload", "a", "headers", "{}", "event", "placed"));

        assertThat(commands.requeue(dead, key, id, "{\"k\":\"v\"}")).isTrue();
        assertThat(commands.requeue(dead, key, id, "{\"k\":\"v\"}")).isFalse();

        assertThat(commands.length(dead)).isZero();
        StreamEntry entry = commands.range(key, "-", "+", 10).get(0);
        assertThat(text(entry, "headers")).isEqualTo("{\"k\":\"v\"}");
        assertThat(text(entry, "event")).isEqualTo("placed");
    }

    @Test
    void requeuedEntryOfThousandsOfFieldsKeepsThemAll() {
        String id = commands.add(dead, manyFields());

        assertThat(commands.requeue(dead, key, id, "{\"k\":\"v\"}")).isTrue();

        assertThat(commands.length(dead)).isZero();
        StreamEntry entry = commands.range(key, "-", "+", 10).get(0);
        assertThat(entry.fields()).hasSize(manyFields().size());
        assertThat(text(entry, "headers")).isEqualTo("{\"k\":\"v\"}");
    }

    @Test
    void nameIsHeldByOneTokenUntilItIsLetGo() {
        String name = key + ":name";

        assertThat(commands.hold(name, "a", Duration.ofMinutes(1), Optional.empty()))
                .isEqualTo(new Hold.Ours());
        assertThat(commands.hold(name, "a", Duration.ofMinutes(1), Optional.empty()))
                .isEqualTo(new Hold.Ours());
        assertThat(commands.hold(name, "b", Duration.ofMinutes(1), Optional.empty()))
                .isEqualTo(new Hold.Taken("a"));
        assertThat(commands.hold(name, "b", Duration.ofMinutes(1), Optional.of("a")))
                .isEqualTo(new Hold.Ours());
        commands.letGo(name, "a");
        assertThat(commands.hold(name, "c", Duration.ofMinutes(1), Optional.empty()))
                .isEqualTo(new Hold.Taken("b"));
        commands.letGo(name, "b");
        assertThat(commands.hold(name, "c", Duration.ofMinutes(1), Optional.empty()))
                .isEqualTo(new Hold.Ours());
    }
}
