package dev.millrace.codec.cbor.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter;
import dev.millrace.memory.MemoryBroker;
import dev.millrace.memory.MemoryBrokerProvider;
import dev.millrace.spi.Settings;
import org.junit.jupiter.api.Test;

/** Holds docs/codecs.md to what is compiled and run. */
class CodecsPageTest {

    private static final Path PAGE = Path.of("../../docs/codecs.md");
    private static final Path SAMPLES = Path.of("src/test/java/dev/millrace/codec/cbor/page");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Reading READING = new Reading("roof", -0.5, Instant.parse("2026-11-29T12:00:00Z"));

    @Test
    void everyPieceOfJavaIsCompiledHere() throws IOException {
        StringBuilder samples = new StringBuilder();
        try (var files = Files.list(SAMPLES)) {
            for (Path file : files.sorted().toList()) {
                samples.append(Files.readString(file).replaceAll("\\s+", ""));
            }
        }

        List<String> snippets = JAVA.matcher(Files.readString(PAGE))
                .results()
                .map(match -> match.group(1).replaceAll("\\s+", ""))
                .toList();

        assertThat(snippets)
                .hasSize(2)
                .allSatisfy(snippet -> assertThat(samples).contains(snippet));
    }

    @Test
    void topicOfTheBuilderIsInCborAndNoOtherIs() throws InterruptedException {
        try (Broker broker = WithoutCdi.open()) {
            BrokerMessage reading = published(broker, "readings");
            assertThat(reading.header("content-type")).contains("application/cbor");
            assertThat(reading.json(Reading.class)).isEqualTo(READING);
            assertThat(published(broker, "others").text()).startsWith("{\"");
        }
    }

    @Test
    void topicOfTheSettingIsInCbor() throws InterruptedException {
        Settings settings = new Settings(name ->
                Optional.ofNullable(Map.of("millrace.codec.readings", "cbor").get(name)));
        try (Broker broker = new MemoryBrokerProvider().create(settings)) {
            BrokerMessage reading = published(broker, "readings");
            assertThat(reading.header("content-type")).contains("application/cbor");
            assertThat(reading.json(Reading.class)).isEqualTo(READING);
        }
    }

    @Test
    void topicOfTheBeanIsInCbor() {
        assertThat(new ReadingCodecs().codecs().codec("readings").contentType()).isEqualTo("application/cbor");
    }

    /** The message of one who wrote with a codec, to one who reads with another. */
    @Test
    void consumerWithAnotherCodecDeadLettersAtOnceAndNamesBoth() throws InterruptedException {
        try (Broker publisher = WithoutCdi.open();
                Broker consumer = MemoryBroker.create()) {
            BrokerMessage sent = published(publisher, "readings");
            BlockingQueue<BrokerMessage> dead = new LinkedBlockingQueue<>();
            consumer.consume("readings.dead", ConsumerOptions.group("undertaker"), delivery -> {
                dead.add(delivery.message());
                return CompletableFuture.completedFuture(null);
            });
            consumer.consume("readings", ConsumerOptions.group("billing"), delivery -> {
                delivery.message().json(Reading.class);
                return CompletableFuture.completedFuture(null);
            });

            consumer.publish("readings", sent.payload(), sent.headers());

            assertThat(dead.poll(10, TimeUnit.SECONDS)).isNotNull();
            assertThat(consumer.deadLetters("readings").list(10)).hasSize(1).allSatisfy(letter -> {
                assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.PAYLOAD);
                assertThat(letter.deliveries()).isEqualTo(1);
                assertThat(letter.exceptionMessage().orElseThrow()).contains("application/cbor", "application/json");
            });
        }
    }

    private static BrokerMessage published(Broker broker, String topic) throws InterruptedException {
        BlockingQueue<BrokerMessage> received = new LinkedBlockingQueue<>();
        broker.consume(topic, ConsumerOptions.group("page"), delivery -> {
            received.add(delivery.message());
            return CompletableFuture.completedFuture(null);
        });
        broker.publish(topic, READING);
        return received.poll(10, TimeUnit.SECONDS);
    }
}
