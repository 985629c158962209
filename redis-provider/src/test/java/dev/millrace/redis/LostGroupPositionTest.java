package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.millrace.ConsumerOptions;
import dev.millrace.StartAt;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.stream.Access;
import dev.millrace.redis.internal.stream.Endpoint;
import dev.millrace.redis.internal.stream.RedisStreamCommands;
import dev.millrace.redis.internal.stream.StreamCommands;
import dev.millrace.redis.internal.stream.StreamGroup;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XReadGroupParams;
import redis.clients.jedis.resps.AccessControlLogEntry;

/** RDS-4: where a lost group is created again, and when it may not be. */
class LostGroupPositionTest extends OnLostGroup {

    @Test
    void lossInTheMiddleOfTheWorkMissesNothing() {
        Set<String> expected = Set.copyOf(
                IntStream.rangeClosed(1, 1_000).mapToObj(i -> "m" + i).toList());
        jedis.xgroupCreate(topic, GROUP, new StreamEntryID(0, 0), true);
        IntStream.rangeClosed(1, 1_000).forEach(i -> add("m" + i));
        List<StreamEntryID> read = readByAnother(600);
        List<StreamEntryID> done = List.copyOf(read.subList(0, 597));
        jedis.xack(topic, GROUP, done.toArray(StreamEntryID[]::new));
        IntStream.rangeClosed(1, 597).forEach(i -> handled.add("m" + i));
        try (StreamCommands commands =
                RedisStreamCommands.to(Access.of(Endpoint.of(URI.create(server.uri()))), Duration.ofSeconds(5))) {
            commands.noteWatermark(new StreamGroup(topic, GROUP), "{" + topic + "}:millrace");
        }
        readByAnother(50);

        jedis.xgroupDestroy(topic, GROUP);
        consume();

        Eventually.await("all of them", () -> handled.containsAll(expected), () -> handled.size() + " handled");
        assertThat(handled)
                .as("nothing that was done before the note comes again")
                .hasSize(1_000);
        assertThat(logs.warnings(topic))
                .filteredOn(line -> line.contains("watermark ("))
                .hasSize(1);
    }

    private List<StreamEntryID> readByAnother(int count) {
        return jedis
                .xreadGroup(
                        GROUP,
                        "another",
                        XReadGroupParams.xReadGroupParams().count(count),
                        Map.of(topic, StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY))
                .get(0)
                .getValue()
                .stream()
                .map(entry -> entry.getID())
                .toList();
    }

    @Test
    void groupThatMayNotBeCreatedIsTriedAtAPaceAndCreatedOnceItMay() {
        String user = "user-" + UUID.randomUUID();
        jedis.aclSetUser(user, "on", ">secret", "~*", "&*", "+@all");
        try (RedisBroker limited = RedisBroker.builder()
                .url("redis://" + user + ":secret@127.0.0.1:" + server.port())
                .blockFor(Duration.ofMillis(300))
                .connect()) {
            consume(limited, ConsumerOptions.group(GROUP), message -> handled.add(message.text()));
            add("before");
            awaitHandled("before");
            awaitWatermark();

            // All of the command, since Redis 6.2 cannot take back a part.
            jedis.aclSetUser(user, "-xgroup");
            jedis.xgroupDestroy(topic, GROUP);
            logs.await("SEVERE", topic);
            add("meanwhile");
            long refused = refusals(user);
            Eventually.await("a third attempt", () -> refusals(user) >= refused + 2);
            assertThat(logs.lines())
                    .filteredOn(line -> line.contains(topic) && !line.startsWith("INFO"))
                    .hasSize(1);
            jedis.aclSetUser(user, "+xgroup");

            awaitHandled("meanwhile");
            assertThat(handled).containsExactly("before", "meanwhile");
        } finally {
            jedis.aclDelUser(user);
        }
    }

    private long refusals(String user) {
        return jedis.aclLog().stream()
                .filter(entry -> entry.getUsername().equals(user))
                .mapToLong(AccessControlLogEntry::getCount)
                .sum();
    }

    @Test
    void freshConsumerDoesNotPassOverWhatALostGroupMissed() {
        consume();
        add("before");
        awaitHandled("before");
        awaitWatermark();
        broker.close();
        jedis.xgroupDestroy(topic, GROUP);
        add("meanwhile");

        try (RedisBroker fresh = RedisBroker.connect(server.uri())) {
            consume(
                    fresh,
                    ConsumerOptions.group(GROUP).startAt(StartAt.LATEST),
                    message -> handled.add(message.text()));
            awaitHandled("meanwhile");
        }
        assertThat(handled).containsExactly("before", "meanwhile");
    }
}
