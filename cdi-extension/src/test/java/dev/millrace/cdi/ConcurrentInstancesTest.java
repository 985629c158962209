package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import dev.millrace.Consumes;
import org.junit.jupiter.api.Test;

/** CTX-1: several threads work for one delivery, and share its instances. */
class ConcurrentInstancesTest {

    @Singleton
    static class Latches {
        final CountDownLatch creating = new CountDownLatch(1);
        final CompletableFuture<Void> open = new CompletableFuture<>();
    }

    /** Takes its time to be made. */
    @RequestScoped
    static class Slow {
        @Inject
        Latches latches;

        @PostConstruct
        void create() {
            latches.creating.countDown();
            latches.open.join();
        }

        int code() {
            return System.identityHashCode(this);
        }
    }

    @RequestScoped
    static class Quick {
        int code() {
            return System.identityHashCode(this);
        }
    }

    @ApplicationScoped
    static class Handler {
        @Inject
        Latches latches;

        @Inject
        Slow slow;

        @Inject
        Quick quick;

        @Inject
        Seen seen;

        @Consumes(topic = "concurrent.topic", group = "g")
        CompletionStage<?> handle() throws InterruptedException {
            Executor executor = DeliveryContext.wrap((Executor) task -> new Thread(task).start());
            CompletableFuture<Integer> one = CompletableFuture.supplyAsync(slow::code, executor);
            latches.creating.await();
            quick.code();
            seen.add("made the quick one meanwhile");
            CompletableFuture<Integer> two = CompletableFuture.supplyAsync(slow::code, executor);
            latches.open.complete(null);
            return one.thenCombine(two, Integer::equals).thenAccept(seen::add);
        }
    }

    @Test
    void anInstanceThatIsBeingMadeKeepsOnlyThoseWaitingThatNeedIt() {
        try (Application application = Application.of(Handler.class, Latches.class, Slow.class, Quick.class)) {
            application.publish("concurrent.topic", "x");
            assertThat(application.seen()).isEqualTo("made the quick one meanwhile");
            assertThat(application.seen()).isEqualTo(true);
        }
    }
}
