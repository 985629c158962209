package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.millrace.redis.fixture.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompletionsTest {

    private static final int MANY = 100;

    private final Completions completions = new Completions();

    @AfterEach
    void close() {
        completions.close();
    }

    @Test
    void eachMayWaitForTheNext() {
        CompletableFuture<?>[] completed = IntStream.rangeClosed(0, MANY)
                .mapToObj(i -> new CompletableFuture<Void>())
                .toArray(CompletableFuture<?>[]::new);

        for (int i = 0; i < MANY; i++) {
            int number = i;
            completions.add(() -> {
                completed[number + 1].join();
                completed[number].complete(null);
            });
        }
        completions.add(() -> completed[MANY].complete(null));

        assertThat(CompletableFuture.allOf(completed)).succeedsWithin(Eventually.LIMIT);
    }

    @Test
    void whatIsAddedAfterTheCloseIsCompletedToo() {
        completions.close();
        CompletableFuture<Thread> completed = new CompletableFuture<>();

        completions.add(() -> completed.complete(Thread.currentThread()));

        assertThat(completed).succeedsWithin(Eventually.LIMIT);
        Eventually.await("the end of its thread", () -> !completed.join().isAlive());
    }

    @Test
    void oneThatThrowsKeepsNoOtherFromItsTurn() {
        CompletableFuture<Void> completed = new CompletableFuture<>();
        completions.add(() -> {
            throw new IllegalStateException("as the test asked");
        });

        completions.add(() -> completed.complete(null));

        assertThat(completed).succeedsWithin(Eventually.LIMIT);
    }
}
