package dev.millrace.benchmarks;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Subscription;
import dev.millrace.redis.RedisBroker;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XAddParams;

/** A backlog on Redis emptied by a handler that does nothing, until the last ack was answered. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@State(Scope.Benchmark)
public class DrainBenchmark {

    private static final int MESSAGES = 200_000;
    private static final String TOPIC = "orders";
    private static final String GROUP = "billing";

    private final Semaphore handled = new Semaphore(0);
    private LocalRedis redis;

    @Setup(Level.Trial)
    public void start() throws Exception {
        Sample.quieten();
        redis = LocalRedis.start();
    }

    @TearDown(Level.Trial)
    public void stop() throws Exception {
        redis.close();
    }

    @Setup(Level.Invocation)
    public void fill() {
        String headers = Sample.HEADERS.toString().replaceAll("([^{}=, ]+)=([^{},]+)", "\"$1\":\"$2\"");
        Map<byte[], byte[]> fields = Map.of(bytes("payload"), Sample.PAYLOAD, bytes("headers"), bytes(headers));
        try (Jedis jedis = redis.connect()) {
            jedis.flushAll();
            jedis.xgroupCreate(TOPIC, GROUP, new StreamEntryID(0, 0), true);
            try (Pipeline pipeline = jedis.pipelined()) {
                for (int i = 0; i < MESSAGES; i++) {
                    pipeline.xadd(bytes(TOPIC), XAddParams.xAddParams(), fields);
                    if (i % 1_000 == 0) {
                        pipeline.sync();
                    }
                }
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The least that anybody could do: see {@link HandWrittenLoop}. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void reference() {
        try (Jedis jedis = redis.connect()) {
            new HandWrittenLoop(jedis, TOPIC, GROUP).drain(MESSAGES);
        }
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void concurrencyOne() throws InterruptedException {
        drain(1);
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void concurrencyEight() throws InterruptedException {
        drain(8);
    }

    private void drain(int concurrency) throws InterruptedException {
        try (RedisBroker broker = RedisBroker.connect(redis.uri());
                ConsumerRegistry consumers = new ConsumerRegistry(broker)) {
            Subscription subscription = consumers.consume(
                    TOPIC, ConsumerOptions.group(GROUP).concurrency(concurrency), message -> handled.release());
            handled.acquire(MESSAGES);
            if (!subscription.awaitIdle(Duration.ofMinutes(1))) {
                throw new IllegalStateException("The last acks of " + TOPIC + " were not answered within a minute.");
            }
        }
    }
}
