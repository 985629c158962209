package dev.millrace.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** SIGTERM, as an orchestrator sends it (DRN-2, DRN-4, DRN-9). */
interface ShutdownChecks extends ServerChecks {

    @Test
    @Order(40)
    default void sigtermFinishesWhatIsInHandAndTheNextStartGoesOn() {
        stage().with(stage().probe("probe", Map.of()));
        Topic slow = stage().topic("probe", "slow");
        Events events = stage().events();
        String inHand = slow.publish("5000").get(0);
        events.await("probe", "slow started " + inHand);
        List<String> all = new ArrayList<>(List.of(inHand));
        all.addAll(slow.publishMany(20, "0"));
        ServerProcess.awaitEnd(stage().terminate());

        assertThat(events.all("probe", "slow finished " + inHand)).containsExactly("all works");
        assertThat(events.all("probe", "slow started"))
                .filteredOn(all::contains)
                .containsExactly(inHand);
        assertThat(slow.pending("probe")).isZero();
        assertThat(stage().redis().clients()).isEmpty();

        stage().start();
        slow.awaitAllAcked("probe");
        assertThat(events.all("probe", "slow started"))
                .filteredOn(all::contains)
                .containsExactlyElementsOf(all);
    }

    @Test
    @Order(41)
    default void strictFormAnswersRequestsUntilTheDrainIsOver() {
        Map<String, String> strict = Map.of("millrace.drain-on-sigterm", "true");
        Path before = stage().probe("before", strict);
        Path stays = stage().probe("stays", strict);
        Path after = stage().probe("after", strict);
        if (stage().server().deploysWhileItRuns()) {
            stage().with(before, stays, after);
        }
        // The handler of the signal is a chain, of which the first and the last link are taken away.
        stage().with(stays);
        String inHand = stage().topic("stays", "slow").publish("5000").get(0);
        stage().events().await("stays", "slow started " + inHand);
        Http http = stage().http();
        ProcessHandle java = stage().terminate();
        List<Integer> answers = new ArrayList<>();
        Await.until(
                "the drain is over",
                () -> {
                    boolean over = !stage().events()
                            .all("stays", "slow finished " + inHand)
                            .isEmpty();
                    if (!over) {
                        answers.add(http.get("/stays/up").status());
                    }
                    return over;
                },
                answers::toString);
        assertThat(answers).hasSizeGreaterThan(5).containsOnly(200);
        assertThat(stage().events().all("stays", "slow finished " + inHand)).containsExactly("all works");
        ServerProcess.awaitEnd(java);
    }

    @Test
    @Order(42)
    default void sigtermFinishesWhatAnEarHasInHand() {
        stage().needsSessionBeans();
        assumeTrue(stage().server().deploysEars(), "it takes no EAR");
        stage().with(Ears.write(stage().folder().resolve("archives"), stage().onRedis()));
        Topic topic = stage().topic("ear", "ear");
        Events events = stage().events();
        topic.publish("slow");
        events.await("ear-left", "started slow");
        events.await("ear-ejb", "started slow");
        ServerProcess.awaitEnd(stage().terminate());

        for (String part : List.of("left", "ejb")) {
            assertThat(events.all("ear-" + part, "handled slow")).containsExactly("java:comp works");
            assertThat(topic.pending(part)).as("of " + part).isZero();
        }
        assertThat(stage().redis().clients()).isEmpty();
    }
}
