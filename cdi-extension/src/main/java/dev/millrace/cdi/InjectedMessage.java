package dev.millrace.cdi;

import java.io.Serializable;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.millrace.BrokerMessage;
import dev.millrace.TypeToken;

/** The message of the calling thread's delivery, whichever that is: safe to be injected anywhere (CTX-2). */
final class InjectedMessage implements BrokerMessage, Serializable {

    private static final long serialVersionUID = 1L;

    private static BrokerMessage current() {
        return CurrentDelivery.current()
                .map(CurrentDelivery::message)
                .orElseThrow(() -> new IllegalStateException(Problems.noMessage()));
    }

    @Override
    public String id() {
        return current().id();
    }

    @Override
    public String topic() {
        return current().topic();
    }

    @Override
    public Optional<String> event() {
        return current().event();
    }

    @Override
    public byte[] payload() {
        return current().payload();
    }

    @Override
    public String text() {
        return current().text();
    }

    @Override
    public <T> T json(TypeToken<T> type) {
        return current().json(type);
    }

    @Override
    public Map<String, String> headers() {
        return current().headers();
    }

    @Override
    public int deliveries() {
        return current().deliveries();
    }

    @Override
    public Instant publishedAt() {
        return current().publishedAt();
    }

    @Override
    public String toString() {
        return CurrentDelivery.current()
                .map(delivery -> delivery.message().toString())
                .orElse("BrokerMessage[none]");
    }
}
