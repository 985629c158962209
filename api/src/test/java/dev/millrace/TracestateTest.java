package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TracestateTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private static TraceContext continuing(String tracestate) {
        return TraceContext.continuing(
                Map.of("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01", "tracestate", tracestate));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            foo=1                 | foo=1
            foo=1,bar=2           | foo=1,bar=2
            foo=1 \t , \t bar=2   | foo=1,bar=2
            foo=1,,bar=2,         | foo=1,bar=2
            foo=1,foo=1           | foo=1,foo=1
            a-b_c*d/e=1           | a-b_c*d/e=1
            tenant@system=x y     | tenant@system=x y
            1tenant@system=1      | 1tenant@system=1
            k= v                  | k= v
            """)
    void wellFormedListIsCarried(String received, String carried) {
        assertThat(continuing(received).tracestate()).contains(carried);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo",
                "foo=",
                "=1",
                "foo =1",
                "FOO=1",
                "foo.bar=1",
                "foo@=1",
                "@foo=1",
                "foo@@bar=1",
                "foo@bar@baz=1",
                "foo=1=2",
                "foo=é",
                "1foo=1",
                ",",
            })
    void malformedListIsDroppedAndTheTraceGoesOn(String received) {
        TraceContext trace = continuing(received);

        assertThat(trace.tracestate()).isEmpty();
        assertThat(trace.traceId()).contains(TRACE);
    }

    @ParameterizedTest
    @CsvSource({"32, true", "33, false"})
    void listHasAtMost32Members(int members, boolean carried) {
        String list = IntStream.range(0, members).mapToObj(i -> "k" + i + "=1").collect(Collectors.joining(","));

        assertThat(continuing(list).tracestate().isPresent()).isEqualTo(carried);
    }

    @ParameterizedTest
    @CsvSource({"256, 256, true", "257, 1, false", "1, 257, false"})
    void keysAndValuesHaveAtMost256Characters(int key, int value, boolean carried) {
        String member = "k".repeat(key) + "=" + "v".repeat(value);

        assertThat(continuing(member).tracestate().isPresent()).isEqualTo(carried);
    }
}
