package dev.millrace.examples.quickstart.topics;

import java.math.BigDecimal;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.Topic;
import dev.millrace.cdi.TopicName;

@ApplicationScoped
class PriceDesk {

    @Inject
    @TopicName("${prices.topic:prices}")
    Topic<Price> prices;

    String change(String article, BigDecimal amount) {
        return prices.emit(new Price(article, amount));
    }

    List<Price> newest() {
        return prices.history(10);
    }
}
