package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;

import dev.millrace.BrokerMessage;
import dev.millrace.MessageGap;
import dev.millrace.Overflow;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import org.junit.jupiter.api.Test;

class WaitingMessagesTest {

    private static final int MEGABYTE = 1 << 20;

    private final WaitingMessages waiting = new WaitingMessages(
            "prices", SubscriberOptions.from(Position.latest()).overflow(Overflow.DROP_OLDEST));

    private void add(int number, int megabytes, Optional<MessageGap> gap) {
        BrokerMessage message =
                BrokerMessage.builder("prices", new byte[0]).id(number + "-0").build();
        assertThat(waiting.add(message, (long) megabytes * MEGABYTE, gap)).isTrue();
    }

    private void add(int number, int megabytes) {
        add(number, megabytes, Optional.empty());
    }

    private static MessageGap gapBefore(int number) {
        return new MessageGap("prices", (number - 1) + "-0", number + "-0", OptionalLong.of(1));
    }

    @Test
    void asManyOfTheOldestAreDroppedAsMakeRoomForALargeOne() {
        for (int i = 1; i <= 30; i++) {
            add(i, 1);
        }
        add(31, 10);
        add(32, 10);

        assertThat(waiting.dropped()).isEqualTo(9);
        assertThat(waiting.take().message().id()).isEqualTo("10-0");
    }

    @Test
    void gapsOfAllThatAreDroppedAreToldInOrderBeforeTheNext() {
        add(1, 1);
        add(2, 1, Optional.of(gapBefore(2)));
        add(3, 31, Optional.of(gapBefore(3)));

        add(4, 1, Optional.of(gapBefore(4)));

        assertThat(waiting.dropped()).isEqualTo(2);
        assertThat(waiting.take().gaps()).containsExactly(gapBefore(2), gapBefore(3));
        assertThat(waiting.take().gaps()).containsExactly(gapBefore(4));
    }

    @Test
    void largeOneInHandLeavesRoomForTheNewestOnly() {
        add(1, 40);
        waiting.take();
        add(2, 1, Optional.of(gapBefore(2)));

        add(3, 1, Optional.of(gapBefore(3)));

        assertThat(waiting.dropped()).isEqualTo(1);
        assertThat(waiting.take().gaps()).containsExactly(gapBefore(2), gapBefore(3));
    }
}
