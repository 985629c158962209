package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.PayloadCodec;
import dev.millrace.RetryPolicy;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.Lease;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.RepairRules;
import dev.millrace.redis.internal.stream.FakeServer.Fault;
import dev.millrace.spi.FailurePolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** DLQ-1: copies that are refused, more than are remembered. */
class RefusedCopiesTest {

    private static final int REMEMBERED = 2;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Logs logs = Logs.listen();
    private final FakeStreams streams = new FakeStreams();
    private final TopicKeys keys = new TopicKeys("", ".dead");
    private final String topic = "orders-" + UUID.randomUUID();
    private final StreamGroup group = new StreamGroup(topic, "billing");

    @AfterEach
    void close() {
        logs.close();
        streams.close();
    }

    private Burials burials() {
        FailurePolicy failures = new FailurePolicy(new RetryPolicy(1, Duration.ZERO), Set.of(), false);
        RepairRules rules = new RepairRules(failures, "me", TopicKeys.PARKED, MINUTE, MINUTE);
        return new Burials(
                new Member(streams, keys, topic, group, "me", rules, Lease.of(MINUTE), PayloadCodec.jsonb()),
                REMEMBERED);
    }

    private List<StreamEntry> read(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            streams.add(topic, Map.of("payload", "a".getBytes(StandardCharsets.UTF_8)));
        }
        streams.createGroup(group, keys.side(topic), GroupStart.BEGINNING, Optional.empty());
        try (GroupReads reads = streams.reads()) {
            return reads.read(group.name(), "me", List.of(topic), count, Duration.ZERO)
                    .orElseThrow()
                    .get(topic);
        }
    }

    @Test
    void thoseThatAreOneTooManyArePacedAndToldTogether() throws Exception {
        Burials burials = burials();
        List<StreamEntry> entries = read(6);
        streams.script("deadLetter", Collections.nCopies(6, Fault.NO_RIGHT).toArray(new Fault[0]));
        List<PendingRow> rows = streams.pending(group, "-", 6, Optional.empty());

        for (int i = 0; i < 6; i++) {
            burials.bury(EntryFields.read(entries.get(i)), rows.get(i), Duration.ZERO, Reason.MAX_DELIVERIES, null);
        }

        assertThat(streams.calls().stream().filter("deadLetter"::equals)).hasSize(REMEMBERED + 1);
        assertThat(logs.warnings(topic)).hasSize(REMEMBERED + 1);
        assertThat(streams.pending(group, "-", 10, Optional.empty())).hasSize(6);
    }
}
