package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyOrderTest {

    private final KeyOrder<Integer, String> order = new KeyOrder<>();

    private boolean admit(String key, int id) {
        return order.admit(key, id, key + id);
    }

    @Test
    void secondOfAKeyWaitsForTheFirst() {
        assertThat(admit("a", 1)).isTrue();
        assertThat(admit("a", 2)).isFalse();
        assertThat(admit("b", 3)).isTrue();
        assertThat(order.next()).isEmpty();

        order.finished(1);

        assertThat(order.hasNext()).isTrue();
        assertThat(order.next()).contains("a2");
        assertThat(order.waiting()).isZero();
    }

    @Test
    void failedOneHoldsBackThoseBehindItUntilItIsFinished() {
        admit("a", 1);
        admit("a", 2);

        order.failed(1);

        assertThat(order.next()).isEmpty();
        assertThat(order.holdingBack()).containsExactly(1);
        assertThat(order.isHeldByRetry(2)).isTrue();
        assertThat(admit("a", 1)).isTrue();
        order.finished(1);
        assertThat(order.next()).contains("a2");
    }

    @Test
    void failedOneThatIsLostLetsThoseBehindItGo() {
        admit("a", 1);
        admit("a", 2);
        order.failed(1);

        order.finished(1);

        assertThat(order.next()).contains("a2");
    }

    @Test
    void olderOneThatComesLateGoesFirst() {
        admit("a", 5);
        admit("a", 6);
        assertThat(admit("a", 3)).isFalse();

        order.finished(5);

        assertThat(order.next()).contains("a3");
        order.finished(3);
        assertThat(order.next()).contains("a6");
    }

    @Test
    void olderOneThatComesLateDoesNotWaitForAYoungerRetry() {
        admit("a", 5);
        admit("a", 3);

        order.failed(5);

        assertThat(order.next()).contains("a3");
    }

    @Test
    void retryWaitsForAnOlderOneThatCameMeanwhile() {
        admit("a", 5);
        order.failed(5);
        assertThat(admit("a", 3)).isTrue();
        assertThat(admit("a", 5)).isFalse();

        order.finished(3);

        assertThat(order.next()).contains("a5");
    }

    @Test
    void whatWaitsIsLetGoOldestFirst() {
        admit("b", 1);
        admit("a", 2);
        admit("a", 4);
        admit("b", 3);

        assertThat(order.release()).containsExactly("b3", "a4");
        assertThat(order.waiting()).isZero();
        order.finished(1);
        assertThat(order.next()).isEmpty();
        assertThat(admit("b", 3)).isTrue();
    }

    @Test
    void whatIsUnknownChangesNothing() {
        order.finished(7);
        order.failed(7);

        assertThat(order.isWaiting(7)).isFalse();
        assertThat(order.isHeldByRetry(7)).isFalse();
    }
}
