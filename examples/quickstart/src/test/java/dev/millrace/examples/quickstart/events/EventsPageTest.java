package dev.millrace.examples.quickstart.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

import dev.millrace.Broker;
import dev.millrace.MessageBroker;
import dev.millrace.cdi.ConsumesExtension;
import dev.millrace.memory.MemoryBroker;
import org.junit.jupiter.api.Test;

/** Holds docs/events.md to what is compiled and run. */
class EventsPageTest {

    private static final Path PAGE = Path.of("../../docs/events.md");
    private static final Path SAMPLES = Path.of("src/test/java/dev/millrace/examples/quickstart/events");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** What both processes of the bridge share, as they would share a server. */
    private static MemoryBroker server;

    private static MemoryBroker replica;

    @ApplicationScoped
    static class OneBroker {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return server;
        }
    }

    @ApplicationScoped
    static class OtherBroker {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return replica;
        }
    }

    private static SeContainer start(Class<?>... beans) {
        return SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(new ConsumesExtension())
                .addBeanClasses(beans)
                .initialize();
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
                .toList();

        assertThat(snippets)
                .hasSize(5)
                .allSatisfy(snippet -> assertThat(samples).contains(snippet));
    }

    @Test
    void handlersOfEventsShip() {
        server = MemoryBroker.inline();
        try (SeContainer container = start(OneBroker.class, Shipping.class, Parcels.class)) {
            MessageBroker broker = container.select(MessageBroker.class).get();
            broker.publishEvent("orders", new OrderPlaced("O-1", "C-7"));
            broker.publishEvent("orders", new OrderPlaced("O-2", "C-7"));
            broker.publishEvent("orders", new OrderCancelled("O-1"));

            assertThat(container.select(Parcels.class).get().prepared()).containsExactly("O-2");
        }
    }

    @Test
    void priceThatChangesInOneProcessIsRelabelledInTheOther() throws InterruptedException {
        server = MemoryBroker.create();
        replica = server.replica("shelves");
        try (SeContainer feed = start(OneBroker.class, PriceFeed.class, Alarms.class);
                SeContainer shop = start(OtherBroker.class, Shelves.class, Labels.class)) {
            feed.getBeanManager().getEvent().fire(new PriceChanged("tea", 499, 450));

            assertThat(shop.select(Labels.class).get().printed().poll(10, TimeUnit.SECONDS))
                    .isEqualTo("tea: 450 -> 499");
            assertThat(feed.select(Alarms.class).get().raised()).isZero();
        }
    }
}
