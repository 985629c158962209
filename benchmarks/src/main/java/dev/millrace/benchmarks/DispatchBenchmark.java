package dev.millrace.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.spi.HandlerSlots;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The hand-off of a message to a handler's thread, never more at a time than the concurrency. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class DispatchBenchmark {

    private static final int MESSAGES = 1_000;
    private static final CompletionStage<?> DONE = CompletableFuture.completedFuture(null);

    @Param({"1", "8"})
    public int concurrency;

    private final BrokerMessage message = Sample.message();
    private Semaphore free;
    private ExecutorService pool;
    private HandlerSlots slots;

    @Setup(Level.Iteration)
    public void open() {
        free = new Semaphore(concurrency);
        pool = Executors.newFixedThreadPool(concurrency);
        slots = new HandlerSlots(
                "orders/billing",
                concurrency,
                AckMode.AUTO,
                delivery -> DONE,
                HandlerSlots.daemonThreads("orders/billing"),
                free::release);
    }

    @TearDown(Level.Iteration)
    public void close() {
        pool.shutdown();
        slots.close();
    }

    /** A fixed pool behind a semaphore. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void reference() {
        for (int i = 0; i < MESSAGES; i++) {
            free.acquireUninterruptibly();
            pool.execute(free::release);
        }
        awaitAll();
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void slots() {
        for (int i = 0; i < MESSAGES; i++) {
            free.acquireUninterruptibly();
            slots.start(message, outcome -> {}).orElseThrow();
        }
        awaitAll();
    }

    private void awaitAll() {
        free.acquireUninterruptibly(concurrency);
        free.release(concurrency);
    }
}
