package dev.millrace.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.millrace.BrokerMessage;
import dev.millrace.DeadLetter;
import org.junit.jupiter.api.Test;

class ReportTest {

    private final Report report = new Report();

    private static DeadLetter deadLetter(String group, String id, int deliveries) {
        return new DeadLetter(
                "9-0",
                DeadLetter.Reason.MAX_DELIVERIES,
                Topics.PLACED,
                group,
                id,
                "consumer",
                deliveries,
                Optional.of("shop.OrderException$PaymentRefused"),
                Optional.of("order O-1: refused"),
                Instant.EPOCH,
                BrokerMessage.builder(Topics.PLACED, new byte[0]).build());
    }

    private void handledByAll(String id) {
        Topics.GROUPS.forEach(group -> report.handled(new Handled(group, id, 1, 10)));
    }

    @Test
    void anOrderIsLeftUntilEveryGroupIsDoneWithIt() {
        report.published("1-0");
        report.handled(new Handled(Topics.BILLING, "1-0", 1, 10));
        report.handled(new Handled(Topics.EMAIL, "1-0", 1, 10));
        assertThat(report.left()).isEqualTo(1);
        assertThat(report.addsUp()).isFalse();
        report.gaveUp(deadLetter(Topics.SHIPPING, "1-0", 4));
        assertThat(report.left()).isZero();
        assertThat(report.addsUp()).isTrue();
    }

    @Test
    void whatIsToldTwiceCountsOnce() {
        report.published("1-0");
        report.readBack("1-0");
        handledByAll("1-0");
        handledByAll("1-0");
        assertThat(report.orders()).isEqualTo(1);
        assertThat(report.rows()).allSatisfy(row -> assertThat(row.handled()).isEqualTo(1));
    }

    @Test
    void anOrderThatIsHandledBeforeItsPublisherKnowsCounts() {
        handledByAll("1-0");
        assertThat(report.rows()).allSatisfy(row -> assertThat(row.handled()).isZero());
        report.published("1-0");
        assertThat(report.addsUp()).isTrue();
        assertThat(report.left()).isZero();
    }

    @Test
    void ordersOfAnotherProcessAreWaitedFor() {
        report.published("1-0");
        report.readBack("2-0");
        report.readBack("1-0");
        handledByAll("1-0");
        assertThat(report.left()).isEqualTo(3);
        handledByAll("2-0");
        assertThat(report.addsUp()).isTrue();
        assertThat(report.orders()).isEqualTo(2);
        assertThat(report.published()).isEqualTo(1);
    }

    @Test
    void retriesAreDeliveriesBeyondTheFirst() {
        report.published("1-0");
        report.published("2-0");
        report.handled(new Handled(Topics.BILLING, "1-0", 3, 10));
        report.gaveUp(deadLetter(Topics.BILLING, "2-0", 4));
        assertThat(report.rows().get(0).retried()).isEqualTo(5);
    }

    @Test
    void percentilesAreThoseOfTheHandledOrders() {
        IntStream.rangeClosed(1, 100).forEach(n -> {
            report.published(n + "-0");
            report.handled(new Handled(Topics.BILLING, n + "-0", 1, n));
        });
        assertThat(report.rows().get(0).p50()).isEqualTo(Duration.ofMillis(50));
        assertThat(report.rows().get(0).p99()).isEqualTo(Duration.ofMillis(99));
    }

    @Test
    void theSummaryHasATableTheDeadLettersAndTheSum() {
        report.published("1-0");
        handledByAll("1-0");
        report.published("2-0");
        report.handled(new Handled(Topics.SHIPPING, "2-0", 1, 10));
        report.handled(new Handled(Topics.EMAIL, "2-0", 2, 2_500));
        report.gaveUp(deadLetter(Topics.BILLING, "2-0", 4));
        assertThat(Summary.of(report))
                .containsExactly(
                        "",
                        "group       handled   retried  dead-lettered       p50       p99",
                        "billing           1         3              1     10 ms     10 ms",
                        "shipping          2         0              0     10 ms     10 ms",
                        "email             2         1              0     10 ms     2.5 s",
                        "",
                        "Dead letters:",
                        "  billing   max-deliveries after 4 deliveries: PaymentRefused: order O-1: refused",
                        "",
                        "2 orders x 3 groups = 6; 5 handled + 1 dead-lettered = 6. The totals add up: none was lost.");
    }

    @Test
    void theSummaryOfAnEarlyEndSaysWhatIsLeft() {
        report.published("1-0");
        report.handled(new Handled(Topics.EMAIL, "1-0", 1, 10));
        assertThat(Summary.of(report))
                .last()
                .asString()
                .isEqualTo("1 order x 3 groups = 3; 1 handled + 0 dead-lettered = 1."
                        + " Left: billing 1, shipping 1, email 0.");
    }
}
