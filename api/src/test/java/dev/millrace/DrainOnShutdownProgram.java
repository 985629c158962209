package dev.millrace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A plain main, run in a JVM of its own: it says what it does, and goes on when it is told to. */
public final class DrainOnShutdownProgram {

    private static final BufferedReader IN =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private DrainOnShutdownProgram() {}

    public static void main(String[] args) throws Exception {
        try (TinyBroker broker = new TinyBroker() {
                    @Override
                    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                        return new TellingSubscription(super.consume(topic, options, handler));
                    }
                };
                ConsumerRegistry consumers = new ConsumerRegistry(broker).drainOnShutdown(Duration.ofSeconds(20))) {
            consumers.consume("orders", ConsumerOptions.group("billing"), DrainOnShutdownProgram::handle);
            broker.publish("orders", "first");
            broker.publish("orders", "second");
            consumers.awaitClose();
            say("drained, acked " + broker.acked());
            awaitTold("close");
            say("closing");
        }
    }

    private static void handle(BrokerMessage message) throws IOException {
        say("in hand: " + message.text());
        awaitTold("finish");
        say("handled: " + message.text());
    }

    private static void awaitTold(String what) throws IOException {
        String told = IN.readLine();
        if (!what.equals(told)) {
            say("told " + told + " instead of " + what);
        }
    }

    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private record TellingSubscription(Subscription subscription) implements Subscription {

        @Override
        public String topic() {
            return subscription.topic();
        }

        @Override
        public String group() {
            return subscription.group();
        }

        @Override
        public void pause() {
            subscription.pause();
            say("paused");
        }

        @Override
        public void resume() {
            subscription.resume();
        }

        @Override
        public boolean awaitIdle(Duration timeout) {
            return subscription.awaitIdle(timeout);
        }

        @Override
        public void close() {
            subscription.close();
        }
    }
}
