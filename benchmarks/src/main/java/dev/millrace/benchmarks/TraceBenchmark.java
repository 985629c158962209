package dev.millrace.benchmarks;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.millrace.TraceContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The trace of a message: read from its headers, made current, taken away, sent along. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class TraceBenchmark {

    private final ThreadLocal<String> bare = new ThreadLocal<>();
    private final TraceContext trace = TraceContext.create();

    /** A header put on the thread and taken away, unread. */
    @Benchmark
    public String reference() {
        bare.set(Sample.HEADERS.get("traceparent"));
        String current = bare.get();
        bare.remove();
        return current;
    }

    @Benchmark
    public TraceContext continued() {
        return TraceContext.continuing(Sample.HEADERS);
    }

    @Benchmark
    public TraceContext opened() {
        try (TraceContext.Scope scope = trace.open()) {
            return TraceContext.current();
        }
    }

    @Benchmark
    public TraceContext continuedAndOpened() {
        try (TraceContext.Scope scope = TraceContext.continuing(Sample.HEADERS).open()) {
            return TraceContext.current();
        }
    }

    @Benchmark
    public TraceContext startedAfresh() {
        return TraceContext.continuing(Map.of("tenant", "main"));
    }

    @Benchmark
    public Map<String, String> sentAlong() {
        return trace.outboundHeaders();
    }
}
