package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.PullConsumer;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Opening and closing leaves nothing behind. */
public class LeakTest {

    private final RedisServer server = RedisServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    /** Opens a broker, has a message fail and then handled, closes it. Called by name from another class loader too. */
    public static void roundTrip(String uri) throws InterruptedException {
        Broker broker = RedisHarness.open(Map.of("millrace.redis.url", uri, "millrace.redis.retry-after", "0s"));
        CountDownLatch handled = new CountDownLatch(1);
        DeliveryHandler failingOnce = delivery -> {
            if (delivery.message().deliveries() == 1) {
                throw new IllegalStateException("the first delivery fails");
            }
            handled.countDown();
            return CompletableFuture.completedFuture(null);
        };
        broker.consume("leak", ConsumerOptions.group("billing"), failingOnce);
        broker.consume("leak", ConsumerOptions.group("billing"), failingOnce);
        broker.publish("leak", "a");
        handled.await();
        broker.close();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> !name.startsWith("fault-proxy"))
                .sorted()
                .toList();
    }

    @Test
    void noThreadOrConnectionIsLeftAfterTwentyRounds() throws InterruptedException {
        roundTrip(server.uri());
        List<String> before = threads();
        for (int round = 0; round < 20; round++) {
            roundTrip(server.uri());
        }
        Eventually.await(
                "no more threads than " + before,
                () -> threads().size() <= before.size(),
                () -> threads().toString());
        assertThat(threads()).noneMatch(name -> name.contains("-leak-"));
        Eventually.await(
                "no client left",
                () -> server.clients().isEmpty(),
                () -> server.clients().toString());
    }

    @Test
    void closedPullConsumersLeaveNoThreadOrConnectionInAnOpenBroker() throws InterruptedException {
        try (Broker broker = RedisHarness.open(Map.of("millrace.redis.url", server.uri()))) {
            pullUnder("first", broker);
            List<String> before = threads();
            int clients = server.clients().size();

            for (int round = 0; round < 20; round++) {
                pullUnder("puller-" + round, broker);
            }

            Eventually.await(
                    "no more threads than " + before,
                    () -> threads().size() <= before.size(),
                    () -> threads().toString());
            Eventually.await(
                    "no more clients than " + clients,
                    () -> server.clients().size() <= clients,
                    () -> server.clients().toString());
        }
    }

    private static void pullUnder(String name, Broker broker) throws InterruptedException {
        try (PullConsumer consumer = broker.consumer("pull-leak", "billing", name)) {
            broker.publish("pull-leak", "a");
            consumer.next().ack();
        }
    }

    @Test
    void classLoaderOfTheApplicationIsFreedAfterClose() throws Exception {
        WeakReference<ClassLoader> application = roundTripInItsOwnLoader();
        Eventually.await("the class loader to be freed", () -> {
            System.gc();
            return application.get() == null;
        });
    }

    private WeakReference<ClassLoader> roundTripInItsOwnLoader() throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        URL[] urls = Stream.of(classPath.split(File.pathSeparator))
                .map(LeakTest::url)
                .toArray(URL[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader outer = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            loader.loadClass(LeakTest.class.getName())
                    .getMethod("roundTrip", String.class)
                    .invoke(null, server.uri());
            return new WeakReference<>(loader);
        } finally {
            thread.setContextClassLoader(outer);
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
