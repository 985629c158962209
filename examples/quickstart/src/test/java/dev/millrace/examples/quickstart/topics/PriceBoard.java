package dev.millrace.examples.quickstart.topics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import dev.millrace.MessageGap;
import dev.millrace.Subscribes;

@ApplicationScoped
class PriceBoard {

    private final Map<String, Price> newest = new ConcurrentHashMap<>();

    @Subscribes(topic = "prices", from = "earliest")
    void onPrice(Price price) {
        newest.put(price.article(), price);
    }

    void onGap(@Observes MessageGap gap) {
        if (gap.topic().equals("prices")) {
            newest.clear(); // some prices were missed: start over with what comes
        }
    }

    Map<String, Price> newest() {
        return newest;
    }
}
