package dev.millrace.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Deploying in every form, and taking away again (HND-3, DRN-1, DRN-7). */
interface DeploymentChecks extends ServerChecks {

    int REDEPLOYS = 10;

    @Test
    @Order(30)
    default void faultsAreToldToTheOneWhoDeploysAndInTheLog() {
        stage().needsSessionBeans();
        Path faulty = Archive.war("faulty")
                .libraries("WEB-INF/lib/")
                .configured("faulty", stage().onRedis())
                .writeTo(stage().folder().resolve("archives"), "faulty.war");
        stage().with();
        Server.DeploymentRefused refused = stage().withRefused(faulty);
        assertThat(refused.client())
                .contains("MILL-003", "FaultyHandler#twoPayloads", "MILL-011", "FaultyHandler#isStatic");
        assertThat(stage().server().log())
                .contains("MILL-003", "FaultyHandler#twoPayloads", "MILL-022", "StatefulHandler#handle");
    }

    @Test
    @Order(31)
    default void twoApplicationsWithTheirOwnCopiesHandleTheirOwn() {
        stage().with(stage().probe("left", Map.of()), stage().probe("right", Map.of()));
        for (String name : new String[] {"left", "right"}) {
            stage().topic(name, "look").publish("to-" + name);
        }
        for (String name : new String[] {"left", "right"}) {
            assertThat(stage().events().await(name, "look to-" + name)).endsWith("all works");
            stage().topic(name, "look").awaitAllAcked("probe");
        }
        assertThat(stage().events().all("left", "look to-")).hasSize(1);
        assertThat(stage().events().all("right", "look to-")).hasSize(1);
    }

    @Test
    @Order(32)
    default void earHandlesInBothItsWarsAndInItsEjbJar() {
        stage().needsSessionBeans();
        assumeTrue(stage().server().deploysEars(), "it takes no EAR");
        Path ear = Ears.write(stage().folder().resolve("archives"), stage().onRedis());
        stage().with(ear);
        Topic topic = stage().topic("ear", "ear");
        topic.publish("hello");
        for (String part : new String[] {"left", "right", "ejb"}) {
            assertThat(stage().events().await("ear-" + part, "handled hello")).isEqualTo("java:comp works");
            topic.awaitAllAcked(part);
            assertThat(stage().events().all("ear-" + part, "handled hello")).hasSize(1);
        }
        Topic notes = stage().topic("ear", "ear.note");
        notes.publish("no JSON");
        stage().events().await("ear-left", "read no JSON");
        notes.awaitAllAcked("left");
    }

    /** Where nobody makes a servlet context, CDI alone says when to start and when to drain. */
    @Test
    @Order(33)
    default void earOfAnEjbJarAloneHandlesAfterItsStartAndLeavesNothing() {
        stage().needsSessionBeans();
        assumeTrue(stage().server().deploysEars(), "it takes no EAR");
        Path ear = Ears.writeOfEjbs(stage().folder().resolve("archives"), stage().onRedis());
        Topic topic = stage().topic("ejbs", "ear");
        int before = stage().events().all("ear-ejb").size();
        topic.publish("early");
        stage().with(ear);
        topic.awaitAllAcked("ejb");
        assertThat(stage().events().all("ear-ejb").stream().skip(before).map(Events.Event::what))
                .containsExactly("up initialized", "up startup", "handled early java:comp works");
        stage().with();
        assertThat(stage().redis().clients()).as("connections").isEmpty();
        assertThat(new Jvm(stage().server().process().java()).threads("millrace"))
                .as("threads")
                .isEmpty();
    }

    @Test
    @Order(34)
    default void consumersStartedByHandHaveTheThreadsOfTheirModule() {
        assumeTrue(stage().server().deploysEars(), "it takes no EAR");
        assumeTrue(stage().server().runsInitializersOfEars(), "it does not tell Millrace of a WAR in an EAR");
        stage().with(Ears.writeByHand(stage().folder().resolve("archives"), stage().onRedis()));
        for (String module : List.of("left", "right")) {
            assertThat(stage().http()
                            .post("/" + module + "/consume", "", Map.of())
                            .status())
                    .isEqualTo(200);
        }
        stage().topic("hand", "hand").publish("hello");
        for (String module : List.of("left", "right")) {
            assertThat(stage().events().await("hand-" + module, "request hello"))
                    .isEqualTo(module + " with its classes");
            assertThat(stage().events().await("hand-" + module, "listener hello"))
                    .isEqualTo(module + " with its classes");
        }
    }

    /** HND-8: what might publish has not yet. */
    @Test
    @Order(35)
    default void applicationWithoutAHandlerHasNoThreadAndNoConnection() {
        stage().with(Archive.war("quiet")
                .libraries("WEB-INF/lib/")
                .configuration("quiet", stage().onRedis(), "WEB-INF/classes/")
                .writeTo(stage().folder().resolve("archives"), "quiet.war"));
        assertThat(stage().http().get("/quiet/up").status()).isEqualTo(200);
        assertThat(new Jvm(stage().server().process().java()).threads("millrace"))
                .as("threads")
                .isEmpty();
        assertThat(stage().redis().clients()).as("connections").isEmpty();
        assertThat(stage().http().post("/quiet/up", "", Map.of()).status()).isEqualTo(200);
        assertThat(stage().topic("quiet", "quiet").payloads()).hasSize(1);
        assertThat(stage().redis().clients())
                .as("connections once it has published")
                .isNotEmpty();
    }

    @Test
    @Order(36)
    default void tenRedeploysLeaveNothing() {
        assumeTrue(stage().server().deploysWhileItRuns(), "it deploys only when it starts");
        Path again = stage().probe("again", Map.of("millrace.drain-on-sigterm", "true"));
        Topic look = stage().topic("again", "look");
        for (int time = 1; time <= REDEPLOYS; time++) {
            stage().with(again);
            look.publish("time-" + time);
            stage().events().await("again", "look time-" + time + " ");
            look.awaitAllAcked("probe");
            stage().with();
        }
        look.publish("late");
        Jvm jvm = new Jvm(stage().server().process().java());
        assertThat(stage().redis().clients()).as("connections").isEmpty();
        assertThat(jvm.threads("millrace")).as("threads").isEmpty();
        assertThat(jvm.instances("dev.millrace.cdi.JvmHook")).as("hooks").isZero();
        Await.until(
                "the class loaders are collected",
                () -> jvm.instances("dev.millrace.servers.probe.Probe")
                        <= stage().server().keptClassLoaders(),
                () -> jvm.instances("dev.millrace.servers.probe.Probe") + " of them");
        stage().with(again);
        assertThat(stage().events().await("again", "look late ")).endsWith("all works");
        look.awaitAllAcked("probe");
        for (int time = 1; time <= REDEPLOYS; time++) {
            assertThat(stage().events().all("again", "look time-" + time + " ")).hasSize(1);
        }
        assertThat(stage().events().all("again", "look late ")).hasSize(1);
    }
}
