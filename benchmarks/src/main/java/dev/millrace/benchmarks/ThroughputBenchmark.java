package dev.millrace.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.memory.MemoryBroker;
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

/** From publish to a handler that does nothing, in memory, with all that the contract asks for. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class ThroughputBenchmark {

    private static final int MESSAGES = 10_000;
    private static final byte[] LAST = {};

    private final Semaphore handled = new Semaphore(0);
    private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(1_024);
    private Thread taker;
    private MemoryBroker broker;
    private ConsumerRegistry consumers;

    @Setup(Level.Trial)
    public void open() {
        Sample.quieten();
        taker = new Thread(this::take);
        taker.start();
        broker = MemoryBroker.builder().publishedLimit(0).build();
        consumers = new ConsumerRegistry(broker);
        consume("one", 1);
        consume("eight", 8);
        for (String group : List.of("billing", "shipping", "email")) {
            consumers.consume("three-groups", ConsumerOptions.group(group), received -> handled.release());
        }
    }

    private void consume(String topic, int concurrency) {
        consumers.consume(
                topic, ConsumerOptions.group("billing").concurrency(concurrency), received -> handled.release());
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
        queue.put(LAST);
        taker.join();
        consumers.close();
        broker.close();
    }

    private void take() {
        List<byte[]> batch = new ArrayList<>();
        try {
            while (!batch.contains(LAST)) {
                batch.clear();
                batch.add(queue.take());
                queue.drainTo(batch, 100);
                handled.release(batch.size());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A bounded queue of the JDK, emptied in batches by one thread. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void reference() throws InterruptedException {
        for (int i = 0; i < MESSAGES; i++) {
            queue.put(Sample.PAYLOAD);
        }
        handled.acquire(MESSAGES);
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void concurrencyOne() throws InterruptedException {
        publish("one");
        handled.acquire(MESSAGES);
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void concurrencyEight() throws InterruptedException {
        publish("eight");
        handled.acquire(MESSAGES);
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void threeGroups() throws InterruptedException {
        publish("three-groups");
        handled.acquire(3 * MESSAGES);
    }

    private void publish(String topic) {
        for (int i = 0; i < MESSAGES; i++) {
            broker.publish(topic, Sample.PAYLOAD, Sample.HEADERS);
        }
    }
}
