package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

import dev.millrace.BrokerMessage;
import dev.millrace.OutgoingMessage;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.redis.fixture.WorkerProcess;
import dev.millrace.tck.Bench;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;

/** RDS-2: what an entry looks like, and that payload and headers arrive as they were sent. */
class PayloadTest implements OnRedis {

    private static BrokerMessage roundTrip(Bench bench, OutgoingMessage message) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.publish(message);
        return handler.awaitEnded(1).get(0).message();
    }

    @Test
    void everyByteArrivesAndIsStoredAsItIs(Bench bench) {
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        assertThat(roundTrip(bench, OutgoingMessage.to(bench.topic(), every)).payload())
                .isEqualTo(every);
    }

    @Test
    void sixteenMegabytesArrive(Bench bench) {
        byte[] large = new byte[16 << 20];
        new Random(1).nextBytes(large);
        assertThat(roundTrip(bench, OutgoingMessage.to(bench.topic(), large)).payload())
                .isEqualTo(large);
    }

    @Test
    void oddHeadersArriveAsTheyAre(Bench bench) {
        Map<String, String> odd = new LinkedHashMap<>();
        odd.put("", "empty name");
        odd.put("empty value", "");
        odd.put("line\r\nbreak", "a\r\nX-Injected: b\u0000\u0001\u001f\u007f");
        odd.put("\"quoted\\\"", "back\\slash \"quote\" /");
        odd.put("ünïcødé 😀", "\u2028\u2029\uffff\ud83d\ude00");
        odd.put("large", "x".repeat(1 << 20));
        BrokerMessage received =
                roundTrip(bench, OutgoingMessage.to(bench.topic(), "a").headers(odd));
        assertThat(received.headers()).isEqualTo(odd);
    }

    @Test
    void entryAddedWithRedisCliIsAMessage(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        String id = redis.topic(bench).add("{\"id\":1}");
        BrokerMessage message = handler.awaitEnded(1).get(0).message();
        assertThat(message.id()).isEqualTo(id);
        assertThat(message.text()).isEqualTo("{\"id\":1}");
        assertThat(message.headers()).isEmpty();
        assertThat(message.event()).isEmpty();
    }

    @Test
    void messageIsStoredInTheFieldsThatOthersRelyOn(Bench bench) {
        bench.publish(OutgoingMessage.to(bench.topic(), "{\"id\":1}")
                .header("tenant", "main")
                .event("placed"));
        StreamEntry entry = RedisHarness.of(bench)
                .jedis()
                .xrange(bench.topic(), (StreamEntryID) null, (StreamEntryID) null)
                .get(0);
        assertThat(entry.getFields())
                .containsOnly(
                        Map.entry("payload", "{\"id\":1}"),
                        Map.entry("headers", "{\"tenant\":\"main\"}"),
                        Map.entry("event", "placed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"US-ASCII", "UTF-16"})
    void textIsUtf8WhateverTheDefaultCharset(String charset, Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        String text = "pass:äöü€😀";
        try (WorkerProcess worker = WorkerProcess.of(redis.server().uri(), topic.topic(), topic.group())
                .property("file.encoding", charset)
                .start()) {
            topic.add(text);
            worker.awaitFinished(text);
            worker.publish("pass:ß水");
            worker.awaitFinished("pass:ß水");
        }
    }
}
