package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import dev.millrace.ConsumerOptions;
import dev.millrace.Retention;
import dev.millrace.Subscription;

/** How long topics get, what is kept beyond that, and what is told of what is not. */
public interface RetentionContract extends Theme {

    /** So many that a length of {@link #LENGTH} shows, however roughly a provider trims. */
    int MANY = 600;

    /** The length of topics in these tests. */
    int LENGTH = 10;

    private static void publishMany(Bench bench) {
        bench.publish(IntStream.rangeClosed(1, MANY).mapToObj(i -> "order " + i).toArray(String[]::new));
    }

    private static int length(Bench bench) {
        return bench.broker().history(bench.topic(), 2 * MANY).size();
    }

    private static void retain(Bench bench, Retention retention) {
        bench.config(bench.config().retention(retention));
    }

    /** A group that is there and that nobody serves. */
    private static void leave(Bench bench, String group) {
        Subscription subscription = bench.consume(ConsumerOptions.group(group), bench.handler());
        bench.publish("before");
        bench.settle();
        subscription.close();
    }

    @Assertion("TPC-7")
    default void topicWhoseGroupsKeepUpIsOfAboutItsLength(Bench bench) {
        retain(bench, Retention.DEFAULT.maxLength(LENGTH));
        RecordingHandler handler = bench.handler();
        bench.consume(bench.options().concurrency(4), handler);

        publishMany(bench);

        handler.awaitEnded("order " + MANY);
        handler.await("the topic to be trimmed", () -> length(bench) < MANY / 2);
    }

    @Assertion("TPC-7")
    default void whatAGroupHasNotAckedIsKept(Bench bench) {
        retain(bench, Retention.DEFAULT.maxLength(LENGTH));
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("order 1", gate.holding());
        bench.consume(bench.options().concurrency(2), handler);

        publishMany(bench);

        handler.awaitEnded("order " + MANY);
        assertThat(length(bench)).isEqualTo(MANY);
    }

    @Assertion("TPC-7")
    default void whatAGroupHasNotReadIsKeptForIt(Bench bench) {
        retain(bench, Retention.DEFAULT.maxLength(LENGTH));
        leave(bench, "behind");
        RecordingHandler other = bench.handler();
        bench.consume(bench.options().concurrency(4), other);
        publishMany(bench);
        other.awaitEnded("order " + MANY);

        RecordingHandler handler = bench.handler();
        bench.consume(ConsumerOptions.group("behind").concurrency(4), handler);

        handler.awaitEnded(MANY);
    }

    @Assertion("TPC-7")
    default void groupThatNobodyServesAndThatKeepsATopicFromShrinkingIsTold(Bench bench) {
        retain(bench, Retention.DEFAULT.maxLength(LENGTH));
        CapturedLog log = bench.log();
        leave(bench, "forgotten");

        publishMany(bench);

        assertThat(log.warnings(bench.topic(), "group forgotten", "nobody serves it"))
                .hasSize(1);
    }

    @Assertion("TPC-7")
    default void whereUnackedMessagesAreTrimmedTheyGoAndTheirGroupIsTold(Bench bench) {
        retain(bench, Retention.DEFAULT.maxLength(LENGTH).trimUnacked(true));
        CapturedLog log = bench.log();
        leave(bench, "behind");

        publishMany(bench);

        assertThat(length(bench)).isLessThan(MANY / 2);
        assertThat(log.warnings(bench.topic(), "group behind", "trimmed", "not acked"))
                .isNotEmpty();
        RecordingHandler handler = bench.handler();
        bench.consume(ConsumerOptions.group("behind").concurrency(4), handler);
        handler.awaitEnded("order " + MANY);
        assertThat(handler.seen()).hasSizeLessThan(MANY / 2);
    }

    @Assertion("TPC-7")
    default void handlerOfAMessageThatIsTrimmedMeanwhileGoesOn(Bench bench) {
        retain(bench, Retention.DEFAULT.maxLength(LENGTH).trimUnacked(true));
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("first", gate.holding());
        bench.consume(bench.options().concurrency(2), handler);
        bench.publish("first");
        handler.awaitStarted("first");
        publishMany(bench);
        handler.awaitEnded("order " + MANY);

        gate.open();

        handler.awaitEnded("first");
        bench.awaitMarker(handler);
        assertThat(handler.seen("first")).hasSize(1);
        assertThat(length(bench)).isLessThan(MANY / 2);
    }

    @Assertion("TPC-7")
    default void deadLettersAreKeptAndManyOfThemAreTold(Bench bench) {
        retain(bench, Retention.DEFAULT.maxLength(LENGTH));
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler().otherwise(Reactions.throwing());
        bench.consume(bench.options().concurrency(4).maxDeliveries(1), handler);

        publishMany(bench);

        handler.await("all to be dead letters", () -> deadLetters(bench) == MANY);
        handler.await(
                "a word about them",
                () -> log.warnings(bench.topic() + Bench.DEAD, "dead letters", "deadLetterMaxLength")
                                .size()
                        == 1);
    }

    @Assertion("TPC-7")
    default void deadLettersAreTrimmedWhereTheyHaveALength(Bench bench) {
        retain(bench, Retention.DEFAULT.maxLength(LENGTH).deadLetterMaxLength(LENGTH));
        RecordingHandler handler = bench.handler().otherwise(Reactions.throwing());
        bench.consume(bench.options().concurrency(4).maxDeliveries(1), handler);

        publishMany(bench);

        handler.awaitEnded(MANY);
        handler.await("the dead letters to be trimmed", () -> deadLetters(bench) < MANY / 2);
        List<String> last = List.of("order " + (MANY - 1), "order " + MANY);
        handler.await(
                "the last to be among them",
                () -> bench.broker().deadLetters(bench.topic()).list(MANY).stream()
                        .map(letter -> letter.message().text())
                        .toList()
                        .containsAll(last));
    }

    private static long deadLetters(Bench bench) {
        return bench.broker().deadLetters(bench.topic()).count();
    }
}
