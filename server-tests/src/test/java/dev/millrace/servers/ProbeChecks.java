package dev.millrace.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What a handler finds on the server (DRN-1, CTX-1, CTX-5, HND-6, PUB-8). */
interface ProbeChecks extends ServerChecks {

    private Path probe() {
        return stage().probe("probe", Map.of());
    }

    private Topic topic(String name) {
        return stage().topic("probe", name);
    }

    @Test
    @Order(20)
    default void handlersRunOnlyAfterTheApplicationsOwnStart() {
        topic("look").publish("early");
        stage().with(probe());
        Events events = stage().events();
        events.await("probe", "look early");
        List<String> order = events.all("probe").stream()
                .map(Events.Event::what)
                .filter(what -> what.startsWith("up ") || what.startsWith("look "))
                .map(what -> what.split(" ")[0])
                .toList();
        assertThat(events.all("probe", "up ")).containsExactlyInAnyOrder("ejb", "initialized", "startup", "listener");
        assertThat(order).containsExactly("up", "up", "up", "up", "look");
    }

    @Test
    @Order(21)
    default void everythingOfTheServerWorksInAHandler() {
        stage().with(probe());
        topic("look").publish("all");
        assertThat(stage().events().await("probe", "look all")).endsWith("all works");
    }

    @Test
    @Order(22)
    default void requestScopedInstancesAreFreshAndDestroyed() {
        stage().with(probe());
        topic("look").publish("first", "second");
        Events events = stage().events();
        String[] first = events.await("probe", "look first").split(" ", 3);
        String[] second = events.await("probe", "look second").split(" ", 3);
        assertThat(first[0]).isEqualTo(first[1]).isNotEqualTo(second[0]);
        events.await("probe", "request destroyed " + first[0]);
        events.await("probe", "request destroyed " + second[0]);
        assertThat(events.all("probe", "request destroyed")).doesNotHaveDuplicates();
    }

    @Test
    @Order(23)
    default void commitFollowsTheHandlersReturn() {
        stage().with(probe());
        topic("tx").publish("fine");
        topic("tx").awaitAllAcked("probe");
        assertThat(rows("fine")).isEqualTo("1");
    }

    @Test
    @Order(24)
    default void throwingHandlerRollsBackAndIsRetried() {
        stage().with(probe());
        topic("tx").publish("throw");
        topic("tx").awaitAllAcked("probe");
        assertThat(rows("throw 1")).as("rows of the first delivery").isEqualTo("0");
        assertThat(rows("throw 2")).as("rows of the second delivery").isEqualTo("1");
        assertThat(rows("throw")).isEqualTo("1");
    }

    @Test
    @Order(25)
    default void failedCommitIsAFailedDelivery() {
        stage().with(probe());
        topic("tx").publish("commit");
        topic("tx").awaitAllAcked("probe");
        assertThat(stage().events().all("probe", "tx returns commit")).containsExactly("1", "2");
        assertThat(rows("commit 1")).as("rows of the first delivery").isEqualTo("0");
        assertThat(rows("commit 2")).as("rows of the second delivery").isEqualTo("1");
    }

    @Test
    @Order(26)
    default void publishAfterTheCommitComesOnlyIfThereIsOne() {
        stage().with(probe());
        topic("tx").publish("throw-published");
        topic("tx").awaitAllAcked("probe");
        assertThat(topic("within").payloads()).contains("throw-published 1", "throw-published 2");
        assertThat(topic("committed").payloads()).contains("throw-published 2").doesNotContain("throw-published 1");
    }

    @Test
    @Order(27)
    default void injectedTopicPublishesToItsName() {
        stage().with(probe());
        String id =
                stage().http().post("/probe/look?name=injected", "", Map.of()).body();
        assertThat(stage().events().await("probe", "look injected")).endsWith("all works");
        assertThat(topic("look").payloads()).contains("injected");
        assertThat(id).matches("\\d+-\\d+");
    }

    private String rows(String name) {
        return stage().http()
                .get("/probe/rows?name=" + name.replace(" ", "%20"))
                .body();
    }
}
