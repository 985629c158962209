package dev.millrace.examples.quickstart.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.MessageBroker;
import dev.millrace.cdi.ConsumesExtension;
import dev.millrace.memory.MemoryBroker;
import org.junit.jupiter.api.Test;

/** Holds docs/topics.md to what is compiled and run. */
class TopicsPageTest {

    private static final Path PAGE = Path.of("../../docs/topics.md");
    private static final Path SAMPLES = Path.of("src/test/java/dev/millrace/examples/quickstart/topics");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Price MILK = new Price("milk", new BigDecimal("1.10"));

    /** Lets a publish return when everybody has the message. */
    @ApplicationScoped
    static class Brokers {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return MemoryBroker.inline();
        }
    }

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
                .map(code -> code.startsWith("@ApplicationScoped") ? code.substring(0, code.length() - 1) : code)
                .toList();

        assertThat(snippets)
                .isNotEmpty()
                .allSatisfy(snippet -> assertThat(samples).contains(snippet));
    }

    private static SeContainer start(Class<?>... beans) {
        return SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(new ConsumesExtension())
                .addBeanClasses(Brokers.class)
                .addBeanClasses(beans)
                .initialize();
    }

    @Test
    void boardShowsTheNewestPriceOfEachArticle() {
        try (SeContainer container = start(PriceBoard.class)) {
            MessageBroker broker = container.select(MessageBroker.class).get();
            broker.publish("prices", new Price("milk", BigDecimal.ONE));
            broker.publish("prices", MILK);

            assertThat(container.select(PriceBoard.class).get().newest()).containsOnly(Map.entry("milk", MILK));
        }
    }

    @Test
    void boardWithoutCdiShowsWhatWasPublishedBefore() {
        try (MemoryBroker broker = MemoryBroker.create();
                ConsumerRegistry consumers = new ConsumerRegistry(broker)) {
            broker.publish("prices", MILK);
            BoardWithoutCdi board = new BoardWithoutCdi();

            board.open(consumers);

            assertThat(broker.awaitIdle(Duration.ofSeconds(30))).isTrue();
            assertThat(board.shown()).containsExactly(MILK);
        }
    }

    @Test
    void ledgerEntersWhatItTakesUntilTheBrokerIsClosed() throws InterruptedException {
        Ledger ledger = new Ledger();
        CompletableFuture<Void> kept;
        try (MemoryBroker broker = MemoryBroker.create()) {
            broker.publish("prices", MILK);
            kept = CompletableFuture.runAsync(() -> ledger.keep(broker));

            assertThat(ledger.entered().poll(30, TimeUnit.SECONDS)).isEqualTo(MILK);
        }
        assertThat(kept).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void shortTopicKeepsItsLengthWhateverItsGroupHasDone() {
        try (Broker broker = ShortTopic.broker()) {
            broker.consume("clicks", ConsumerOptions.group("slow"), delivery -> new CompletableFuture<>())
                    .close();
            for (int i = 0; i < 1_500; i++) {
                broker.publish("clicks", "click");
            }

            assertThat(broker.history("clicks", 2_000)).hasSize(1_000);
            assertThat(((MemoryBroker) broker).lost("clicks", "slow")).isEqualTo(500);
        }
    }

    @Test
    void deskChangesAndRemembersPrices() {
        try (SeContainer container = start(PriceDesk.class)) {
            PriceDesk desk = container.select(PriceDesk.class).get();
            desk.change("milk", MILK.amount());

            assertThat(desk.newest()).containsExactly(MILK);
        }
    }

    @Test
    void boardFollowsATopicOfPrices() {
        try (MemoryBroker broker = MemoryBroker.create();
                ConsumerRegistry consumers = new ConsumerRegistry(broker)) {
            BoardWithoutCdi board = new BoardWithoutCdi();

            board.follow(consumers);

            assertThat(broker.awaitIdle(Duration.ofSeconds(30))).isTrue();
            assertThat(board.shown()).containsExactly(MILK);
        }
    }
}
