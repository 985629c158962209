package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import dev.millrace.Consumes;
import org.junit.jupiter.api.Test;

/** CTX-1: beans that are reached while their request ends, and tasks that come after all of it. */
class EndOfRequestContextTest {

    /** A request's lines, written at its end by a service that takes them from the context. */
    @RequestScoped
    static class Lines {
        @Inject
        Writer writer;

        private final List<String> lines = new ArrayList<>();

        void add(String line) {
            lines.add(line);
        }

        List<String> all() {
            return lines;
        }

        @PreDestroy
        void end() {
            writer.write();
        }
    }

    @ApplicationScoped
    static class Writer {
        @Inject
        Lines lines;

        @Inject
        Seen seen;

        void write() {
            seen.add("written " + lines.all());
        }
    }

    /** Reaches at its end what nobody reached before. */
    @RequestScoped
    static class Last {
        @Inject
        Late late;

        void touch() {}

        @PreDestroy
        void end() {
            late.touch();
        }
    }

    @RequestScoped
    static class Late {
        @Inject
        Seen seen;

        @Inject
        Lines lines;

        void touch() {
            seen.add("late bean of " + lines.all());
        }

        @PreDestroy
        void end() {
            seen.add("late bean gone");
        }
    }

    @ApplicationScoped
    static class Handlers {
        @Inject
        Lines lines;

        @Inject
        Last last;

        @Consumes(topic = "context.end.lines", group = "g")
        void lines(String text) {
            lines.add(text);
        }

        @Consumes(topic = "context.end.late", group = "g")
        void late(String text) {
            lines.add(text);
            last.touch();
        }
    }

    @Test
    void beanThatIsReachedWhileItIsDestroyedIsTheOneThatEndsAndTheNextMessageComes() {
        try (Application application =
                Application.of(Handlers.class, Lines.class, Writer.class, Last.class, Late.class)) {
            application.publish("context.end.lines", "x");
            application.publish("context.end.lines", "y");

            assertThat(application.seen()).isEqualTo("written [x]");
            assertThat(application.seen()).isEqualTo("written [y]");
        }
    }

    @Test
    void beanThatIsMadeByTheEndOfAnotherFindsTheRestAndIsDestroyedOnce() {
        try (Application application =
                Application.of(Handlers.class, Lines.class, Writer.class, Last.class, Late.class)) {
            application.publish("context.end.late", "x");

            assertThat(application.seen()).isEqualTo("written [x]");
            assertThat(application.seen()).isEqualTo("late bean of [x]");
            assertThat(application.seen()).isEqualTo("late bean gone");
            application.publish("context.end.lines", "marker");
            assertThat(application.seen()).isEqualTo("written [marker]");
        }
    }

    /** What outlives the application. */
    @Singleton
    static class Kept {
        final CompletableFuture<Runnable> task = new CompletableFuture<>();
        final CompletableFuture<Void> stage = new CompletableFuture<>();
    }

    @ApplicationScoped
    static class Outlived {
        @Inject
        Kept kept;

        @Inject
        Lines lines;

        @Inject
        Seen seen;

        @Consumes(topic = "context.end.outlived", group = "g")
        CompletionStage<?> handle(String text) {
            kept.task.complete(DeliveryContext.wrap(() -> seen.add(found())));
            return kept.stage;
        }

        private String found() {
            try {
                return "lines " + lines.all();
            } catch (ContextNotActiveException | IllegalStateException e) {
                return "no context";
            }
        }
    }

    @Test
    void wrappedTaskThatRunsAfterTheApplicationLeavesNothingOnItsThread() {
        System.setProperty("millrace.shutdown-timeout", "0s");
        Kept kept;
        Seen seen;
        try (Application application = Application.of(Outlived.class, Kept.class, Lines.class, Writer.class)) {
            kept = application.get(Kept.class);
            seen = application.get(Seen.class);
            application.publish("context.end.outlived", "x");
            assertThat(kept.task.join()).isNotNull();
        } finally {
            System.clearProperty("millrace.shutdown-timeout");
        }

        kept.task.join().run();

        assertThat(seen.next()).isEqualTo("no context");
        assertThat(CurrentDelivery.current()).isEmpty();
        kept.stage.complete(null);
        assertThat(CurrentDelivery.current()).isEmpty();
    }
}
