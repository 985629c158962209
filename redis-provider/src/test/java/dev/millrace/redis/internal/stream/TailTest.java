package dev.millrace.redis.internal.stream;

import java.util.concurrent.CompletableFuture;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** TPC-1: who reads for the subscribers of a broker, which come and go. */
class TailTest extends ConsumersOnFake {

    private static final SubscriberOptions LATEST = SubscriberOptions.from(Position.latest());

    private final Tail tail = consumers.tail();

    @AfterEach
    void closeTail() {
        tail.close();
    }

    @Test
    void subscriberThatComesWhileTheLastLeavesIsReadFor() throws Exception {
        for (int i = 0; i < 300; i++) {
            BroadcastSubscription last = tail.subscribe(TOPIC, LATEST, DONE);
            CompletableFuture<Void> leaving = CompletableFuture.runAsync(last::close);
            BroadcastSubscription coming = tail.subscribe(TOPIC, LATEST, recordingThen(DONE));

            publish("payload", "order " + i);

            next();
            leaving.join();
            coming.close();
        }
    }
}
