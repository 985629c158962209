package dev.millrace.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.millrace.BrokerMessage;
import dev.millrace.OutgoingMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The message itself: built from what a broker has, read, and written. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class MessageBenchmark {

    private final BrokerMessage message = Sample.message();
    private final OutgoingMessage text = OutgoingMessage.to("orders", Sample.TEXT);
    private final OutgoingMessage order = OutgoingMessage.to("orders", Sample.ORDER);

    private record Bare(String id, byte[] payload, Map<String, String> headers) {}

    /** A record with a copy of the headers. */
    @Benchmark
    public Object reference() {
        return new Bare("1767225600000-0", Sample.PAYLOAD, new HashMap<>(Sample.HEADERS));
    }

    @Benchmark
    public BrokerMessage built() {
        return Sample.message();
    }

    @Benchmark
    public String textRead() {
        return message.text();
    }

    /** What replaces ill-formed bytes in silence, for comparison. */
    @Benchmark
    public String textReadByTheJdk() {
        return new String(Sample.PAYLOAD, StandardCharsets.UTF_8);
    }

    @Benchmark
    public byte[] textWritten() {
        return text.encode(Sample.CODEC);
    }

    @Benchmark
    public Sample.Order jsonRead() {
        return message.json(Sample.Order.class);
    }

    @Benchmark
    public byte[] jsonWritten() {
        return order.encode(Sample.CODEC);
    }
}
