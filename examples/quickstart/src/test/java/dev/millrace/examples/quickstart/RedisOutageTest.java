package dev.millrace.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The quickstart on a Redis that is killed, goes away for long, and loses all it has. */
@Tag("heavy")
class RedisOutageTest {

    @TempDir
    Path folder;

    private static String orders(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(number -> """
                        {"id":"O-%d","customer":{"name":"Zoë","email":"zoe@mail.example"},"address":{"country":"DE"},\
                        "payment":{"token":"tok_visa"},"currency":"EUR",\
                        "lines":[{"sku":"MUG","quantity":1,"price":12.9}]}
                        """.formatted(number))
                .collect(Collectors.joining());
    }

    private static String allHandled(int orders) {
        return "published %1$d, in hand 0, billing %1$d, shipping %1$d, email %1$d,".formatted(orders);
    }

    /** By the handlers: a thousand orders may be published before the first line, but not handled. */
    private static void awaitOrdersInHand(Launch run) throws InterruptedException {
        run.awaitLine(
                "a line with orders in hand",
                Pattern.compile("published \\d+, in hand [1-9].*").asMatchPredicate());
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void totalsAddUpThroughAKillAnOutageAndTheLossOfAnIdleTopic() throws Exception {
        try (RedisProcess redis = RedisProcess.in(folder.resolve("redis"));
                Launch run = new Launch(folder, Map.of("MILLRACE_REDIS_URL", redis.uri()), "-", "--work=10")) {
            awaitOrdersInHand(run.write(orders(1, 1_000)));
            redis.kill();
            redis.start();
            run.awaitLine(allHandled(1_000));

            awaitOrdersInHand(run.write(orders(1_001, 2_000)));
            redis.kill();
            // That long, with nobody there.
            assertThat(new CountDownLatch(1).await(20, TimeUnit.SECONDS)).isFalse();
            redis.start();
            run.awaitLine(allHandled(2_000));

            assertThat(redis.say("FLUSHALL")).isEqualTo("+OK");
            run.write(orders(2_001, 2_500)).awaitLine(allHandled(2_500));

            assertThat(run.endInput().awaitEnd()).isZero();
            assertThat(run.lines())
                    .contains("2,500 orders x 3 groups = 7,500; 7,500 handled + 0 dead-lettered = 7,500."
                            + " The totals add up: none was lost.");
        }
    }
}
