package dev.millrace.memory.internal;

import static dev.millrace.memory.internal.OneGroup.at;
import static dev.millrace.memory.internal.OneGroup.deliver;
import static dev.millrace.memory.internal.OneGroup.rules;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;

import dev.millrace.ConsumerOptions;
import org.junit.jupiter.api.Test;

/** GRP-6: what a member takes where messages of one key are kept in order. */
class OrderingTest {

    private final OneGroup one = new OneGroup();
    private final Member member =
            one.group.join("c", rules(10, 5, 60), ConsumerOptions.group("g").orderedBy("customer"));

    private EntryId publish(String customer) {
        return one.topic
                .append(at(0), null, new byte[0], customer.isEmpty() ? Map.of() : Map.of("customer", customer))
                .id();
    }

    @Test
    void takesWhatIsOfAnotherKeyAndHoldsTheRest() {
        EntryId first = publish("a");
        publish("a");
        EntryId third = publish("b");
        EntryId plain = publish("");

        assertThat(deliver(member, at(0)).entry().id()).isEqualTo(first);
        assertThat(deliver(member, at(0)).entry().id()).isEqualTo(third);
        assertThat(deliver(member, at(0)).entry().id()).isEqualTo(plain);
        assertThat(member.take(at(0))).isEmpty();
        assertThat(member.hasWork(at(0))).isFalse();
    }

    @Test
    void retryThatAnotherTookOverHoldsNothingBack() {
        publish("a");
        EntryId second = publish("a");
        deliver(member, at(0)).fail(at(0), null);
        assertThat(member.take(at(0))).isEmpty();
        Member other = one.group.join("other", rules(10, 5, 60));
        deliver(other, at(60));

        assertThat(deliver(member, at(60)).entry().id()).isEqualTo(second);
    }

    @Test
    void retryThatAnotherTookOverHoldsBackNothingThatComesLater() {
        publish("a");
        deliver(member, at(0)).fail(at(0), null);
        Member other = one.group.join("other", rules(10, 5, 60));
        deliver(other, at(60)).ack();
        EntryId second = publish("a");

        assertThat(deliver(member, at(60)).entry().id()).isEqualTo(second);
    }

    @Test
    void whatIsHeldBelongsToTheDeadConsumerUntilItIsClaimed() {
        publish("a");
        EntryId second = publish("a");
        Lease running = deliver(member, at(0));
        assertThat(member.take(at(0))).isEmpty();
        running.die(at(0), Lease.Death.RUNNING);
        member.die(at(0));
        Member other = one.group.join("other", rules(10, 5, 60));

        assertThat(other.take(at(59))).isEmpty();
        deliver(other, at(60)).ack();
        Lease claimed = deliver(other, at(60));
        assertThat(claimed.entry().id()).isEqualTo(second);
        assertThat(claimed.deliveries()).isEqualTo(1);
    }

    @Test
    void takesNothingNewWhileTooManyWait() {
        for (int i = 0; i < Ordering.MOST_WAITING + 2; i++) {
            publish("a");
        }
        publish("b");
        Lease running = deliver(member, at(0));
        assertThat(member.take(at(0))).isEmpty();
        Instant later = at(1);

        running.ack();

        assertThat(deliver(member, later).entry().headers()).containsEntry("customer", "a");
        assertThat(member.take(later)).isEmpty();
    }

    @Test
    void entryDeletedWhileItIsHeldIsSkipped() {
        publish("a");
        EntryId second = publish("a");
        EntryId third = publish("a");
        Lease running = deliver(member, at(0));
        assertThat(member.take(at(0))).isEmpty();
        one.topic.remove(second);

        running.ack();

        assertThat(member.take(at(0))).contains(new Step.Skipped(second));
        assertThat(deliver(member, at(0)).entry().id()).isEqualTo(third);
    }
}
