package dev.millrace;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/** What a program does that may have no JSON-B: run by class loaders that leave it out. */
public final class WithoutJsonbProgram implements Function<String, String> {

    @Override
    public String apply(String what) {
        return switch (what) {
            case "text" -> sendText();
            case "encode" ->
                new String(
                        OutgoingMessage.to("orders", Map.of("id", 1)).encode(PayloadCodec.jsonb()),
                        StandardCharsets.UTF_8);
            default -> received("1").json(Integer.class).toString();
        };
    }

    private static BrokerMessage received(String payload) {
        return BrokerMessage.builder("orders", payload.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private static String sendText() {
        StringBuffer handled = new StringBuffer();
        Signal last = new Signal();
        try (TinyBroker broker = new TinyBroker();
                ConsumerRegistry consumers = new ConsumerRegistry(broker)) {
            consumers.consume("orders", ConsumerOptions.group("billing"), message -> {
                handled.append(message.text()).append(message.payload().length);
                if (message.text().isEmpty()) {
                    last.give();
                }
            });
            broker.publish("orders", "Grüße");
            broker.publish("orders", new byte[] {'!'});
            broker.publish("orders", "");
            last.await();
        }
        return handled.toString();
    }
}
