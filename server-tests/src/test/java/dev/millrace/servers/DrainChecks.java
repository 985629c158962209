package dev.millrace.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;

import dev.millrace.cdi.ConsumerControl;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The drain that an operator asks for, while the application goes on (DRN-9). */
interface DrainChecks extends ServerChecks {

    @Test
    @Order(50)
    default void drainByJmxFinishesWhatIsInHandAndHttpGoesOn() {
        stage().with(stage().probe("drained", Map.of()));
        Topic slow = stage().topic("drained", "slow");
        String inHand = slow.publish("3000").get(0);
        stage().events().await("drained", "slow started " + inHand);
        try (Jmx jmx = new Jmx(stage().server().process().java())) {
            ConsumerControl consumers = jmx.consumers("drained");
            assertThat(consumers.getState()).isEqualTo(ConsumerControl.State.RUNNING);
            assertThat(consumers.getSubscriptions()).contains("slow/probe", "look/probe", "tx/probe");
            assertThat(consumers.drain()).isEmpty();
            assertThat(consumers.getState()).isEqualTo(ConsumerControl.State.DRAINED);
        }
        assertThat(stage().events().all("drained", "slow finished " + inHand)).containsExactly("all works");
        assertThat(slow.pending("probe")).isZero();
        assertThat(stage().http().get("/drained/up").status()).isEqualTo(200);
        assertThatOnlyTheNextStartHandles("drained");
    }

    /** As the page on servers has it: BASIC, and a role. */
    @Test
    @Order(51)
    default void drainByHttpIsForItsRoleAndAnswersWhenItIsDone() {
        assumeTrue(stage().server().knowsUsers(), "it was given no users");
        stage().needsSessionBeans();
        stage().with(drainable());
        Http http = stage().http();
        String path = "/drainable/millrace/drain";
        assertThat(http.get(path).status()).as("nobody").isEqualTo(401);
        assertThat(http.as(User.GUEST).get(path).status()).as("a guest").isEqualTo(403);
        String inHand = stage().topic("drainable", "slow").publish("3000").get(0);
        stage().events().await("drainable", "slow started " + inHand);
        assertThat(http.as(User.OPERATOR).get(path).body().lines())
                .startsWith("RUNNING")
                .contains("slow/probe");
        Http.Answer drained = http.as(User.OPERATOR).post(path, "", Map.of());
        assertThat(drained).isEqualTo(new Http.Answer(200, "DRAINED\n"));
        assertThat(stage().events().all("drainable", "slow finished " + inHand)).containsExactly("all works");
        assertThat(http.get("/drainable/up").status()).isEqualTo(200);
        assertThatOnlyTheNextStartHandles("drainable");
    }

    private Path drainable() {
        return Archive.probe(
                        "drainable",
                        stage().onRedis(Map.of("millrace.rest.drain", "true", "millrace.rest.drain-role", "operator")))
                .entry("WEB-INF/lib/millrace-rest.jar", Folders.bytes(Path.of(System.getProperty("servers.rest"))))
                .text("WEB-INF/web.xml", """
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                          <security-constraint>
                            <web-resource-collection>
                              <web-resource-name>drain</web-resource-name>
                              <url-pattern>/millrace/drain</url-pattern>
                            </web-resource-collection>
                            <auth-constraint><role-name>operator</role-name></auth-constraint>
                          </security-constraint>
                          <login-config><auth-method>BASIC</auth-method></login-config>
                          <security-role><role-name>operator</role-name></security-role>
                        </web-app>
                        """)
                .writeTo(stage().folder().resolve("archives"), "drainable.war");
    }

    private void assertThatOnlyTheNextStartHandles(String application) {
        Topic look = stage().topic(application, "look");
        String late = look.publish("late").get(0);
        long before = System.currentTimeMillis();
        stage().start();
        stage().events().await(application, "look late");
        look.awaitAllAcked("probe");
        assertThat(stage().events().when(application, "look late"))
                .as("after the drain: " + late)
                .isGreaterThan(before);
    }
}
