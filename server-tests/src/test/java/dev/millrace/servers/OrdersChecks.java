package dev.millrace.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The example, the same file on every server, with the request's trace in its handlers (CTX-4). */
interface OrdersChecks extends ServerChecks {

    String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    @Test
    @Order(10)
    default void exampleHandlesAnOrderInMemory() {
        stage().environment(Map.of());
        stage().with(Archive.ordersWeb());
        assertThatAnOrderIsHandled("m-1");
    }

    @Test
    @Order(11)
    default void exampleSaysWhatIsWrongWithAnOrder() {
        stage().with(Archive.ordersWeb());
        Http.Answer answer = stage().http().post("/orders-web/orders", order("b-1", "Austria"), Map.of());
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"country\"").contains("ISO 3166");
    }

    @Test
    @Order(60)
    default void exampleHandlesAnOrderOnRedis() {
        stage().environment(Map.of(
                "MILLRACE_PROVIDER",
                "redis",
                "MILLRACE_REDIS_URL",
                stage().redis().uri()));
        stage().with(Archive.ordersWeb());
        assertThatAnOrderIsHandled("r-1");
        Topic placed = new Topic(stage().redis(), "order.placed");
        placed.awaitAllAcked("billing");
        placed.awaitAllAcked("shipping");
    }

    /** As the README's section on servers has it. */
    @Test
    @Order(61)
    default void starterAloneAndTheUrlOfRedisAreEnough() {
        Path readme = Archive.war("readme")
                .libraries("WEB-INF/lib/")
                .without("WEB-INF/lib/millrace-memory")
                .entry("WEB-INF/lib/journal.jar", Archive.journal())
                .writeTo(stage().folder().resolve("archives"), "readme.war");
        stage().environment(Map.of("MILLRACE_REDIS_URL", stage().redis().uri()));
        stage().with(readme);
        new Topic(stage().redis(), "readme").publish("hello");
        stage().events().await("readme", "handled hello");
        assertThat(stage().server().log()).contains("ReadmeHandler#handle consumes topic readme in group readme");
    }

    private void assertThatAnOrderIsHandled(String id) {
        stage().needsSessionBeans();
        Http http = stage().http();
        Http.Answer receipt = http.post(
                "/orders-web/orders",
                order(id, "AT"),
                Map.of("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01", "Shop", "west"));
        assertThat(receipt.status()).as(receipt.body()).isEqualTo(202);
        Await.until(
                "the order is billed and shipped",
                () -> status(http, id).contains("billed") && status(http, id).contains("shipped"),
                () -> status(http, id));
        assertThat(receipt.body()).contains("\"trace\":\"" + TRACE + "\"");
        assertThat(status(http, id).split(TRACE, -1))
                .as("traces in %s", status(http, id))
                .hasSize(3);
        assertThat(status(http, id))
                .contains("\"shop\":\"west\"")
                .contains("\"total\":20.5")
                .contains("\"country\":\"AT\"");
        assertThat(http.post("/orders-web/orders", order(id + "-far", "XX"), Map.of())
                        .status())
                .isEqualTo(202);
        Await.until(
                "the order to nowhere is a dead letter",
                () -> http.get("/orders-web/dead-letters").body().contains(id + "-far"),
                () -> http.get("/orders-web/dead-letters").body());
    }

    private static String status(Http http, String id) {
        return http.get("/orders-web/orders/" + id).body();
    }

    private static String order(String id, String country) {
        return """
                {"id": "%s", "email": "ada@example.org", "country": "%s",
                 "lines": [{"article": "teapot", "quantity": 2, "price": 10.25}]}""".formatted(id, country);
    }
}
