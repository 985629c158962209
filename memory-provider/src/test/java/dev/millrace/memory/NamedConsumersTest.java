package dev.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.PullConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** CLM-4 in memory, for names that options give. */
class NamedConsumersTest {

    private final MemoryBroker one =
            MemoryBroker.builder().consumerName("named-one").build();
    private final MemoryBroker two = one.replica("named-two");

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    @Test
    void nameOfALiveConsumerElsewhereGetsANumberAndAWarning() {
        try (LogLines log = LogLines.about("shared-name");
                PullConsumer first = one.consumer("names", "g", "shared-name");
                PullConsumer second = two.consumer("names", "g", "shared-name")) {
            assertThat(first).isNotSameAs(second);
            assertThat(log.warnings()).singleElement().asString().contains("shared-name-2");
        }
    }

    @Test
    void nameOfAReplicaIsNotGivenToAnother() {
        try (LogLines log = LogLines.about("named-one");
                PullConsumer consumer = two.consumer("names", "g", "named-one")) {
            assertThat(consumer).isNotNull();
            assertThat(log.warnings()).singleElement().asString().contains("named-one-2");
        }
    }

    @Test
    void ownNameMayBeGivenOutright() {
        try (LogLines log = LogLines.about("named-one");
                PullConsumer consumer = one.consumer("names", "g", "named-one")) {
            assertThat(consumer).isNotNull();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void nameIsFreeOnceItsConsumerIsClosed() {
        try (LogLines log = LogLines.about("freed-name")) {
            one.consumer("names", "g", "freed-name").close();
            two.consumer("names", "g", "freed-name").close();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void nameIsFreeOnceItsReplicaCrashed() {
        try (LogLines log = LogLines.about("crashed-name");
                PullConsumer dying = one.consumer("names", "g", "crashed-name")) {
            one.crash();
            two.consumer("names", "g", "crashed-name").close();
            assertThat(dying).isNotNull();
            assertThat(log.warnings()).isEmpty();
        }
    }
}
