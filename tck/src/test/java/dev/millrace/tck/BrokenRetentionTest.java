package dev.millrace.tck;

import dev.millrace.Broker;
import dev.millrace.Retention;
import org.junit.jupiter.api.Test;

/** The kit finds brokers that keep too much, or too little. */
class BrokenRetentionTest {

    /** Goes by a retention of its own. */
    private static BrokerHarness by(Retention retention) {
        return new BrokenHarness(sound -> sound) {
            @Override
            public Broker open(String consumer, BrokerConfig config) {
                return super.open(consumer, config.retention(retention));
            }
        };
    }

    /** Trims by length alone. */
    static class TrimsWhatIsUnacked implements RetentionContract {
        @Override
        public BrokerHarness harness() {
            return by(Retention.DEFAULT.maxLength(LENGTH).trimUnacked(true));
        }
    }

    @Test
    void lossOfWhatIsUnackedIsFound() {
        FailedAssertions.assertFails(TrimsWhatIsUnacked.class, "TPC-7");
    }

    /** Never trims. */
    static class KeepsAll implements RetentionContract {
        @Override
        public BrokerHarness harness() {
            return by(Retention.DEFAULT.maxLength(Integer.MAX_VALUE));
        }
    }

    @Test
    void topicThatOnlyGrowsIsFound() {
        FailedAssertions.assertFails(KeepsAll.class, "TPC-7");
    }

    /** Trims dead letters like everything else. */
    static class TrimsDeadLetters implements RetentionContract {
        @Override
        public BrokerHarness harness() {
            return by(Retention.DEFAULT.maxLength(LENGTH).deadLetterMaxLength(LENGTH));
        }
    }

    @Test
    void lossOfDeadLettersIsFound() {
        FailedAssertions.assertFails(TrimsDeadLetters.class, "TPC-7");
    }
}
