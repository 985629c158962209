package dev.millrace.examples.quickstart.topics;

import dev.millrace.Broker;
import dev.millrace.Retention;
import dev.millrace.memory.MemoryBroker;

/** A topic of which the newest messages matter more than all of them. */
final class ShortTopic {

    private ShortTopic() {}

    static Broker broker() {
        Broker broker = MemoryBroker.builder()
                .retention("clicks", Retention.DEFAULT.maxLength(1_000).trimUnacked(true))
                .build();
        return broker;
    }
}
