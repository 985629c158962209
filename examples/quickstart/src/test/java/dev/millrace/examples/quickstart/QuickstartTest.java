package dev.millrace.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartTest {

    private static final int SIGTERM = 128 + 15;

    private static final Pattern LEFT = Pattern.compile("40 orders x 3 groups = 120; (\\d+) handled \\+ 0 dead-lettered"
            + " = \\1\\. Left: billing (\\d+), shipping (\\d+), email (\\d+)\\.");

    @TempDir
    Path folder;

    private static String order(String id) {
        return order(id, "tok_visa", "DE");
    }

    private static String order(String id, String token, String country) {
        return """
                {"id":"%s","customer":{"name":"Zoë","email":"zoe@mail.example"},"address":{"country":"%s"},\
                "payment":{"token":"%s"},"currency":"EUR","lines":[{"sku":"MUG","quantity":1,"price":12.9}]}
                """.formatted(id, country, token);
    }

    private String file(String content) throws IOException {
        return Files.writeString(folder.resolve("orders.jsonl"), content).toString();
    }

    private Launch launch(String... args) throws IOException {
        return new Launch(folder.resolve("logs"), args);
    }

    @Test
    void theSampleAddsUp() throws Exception {
        try (Launch run = launch("--work=1")) {
            assertThat(run.awaitEnd()).isZero();
            assertThat(run.lines())
                    .anyMatch(line -> line.matches("billing +995 +30 +5 .*"))
                    .anyMatch(line -> line.matches("shipping +997 +0 +3 .*"))
                    .anyMatch(line -> line.matches("email +1,000 +16 +0 .*"))
                    .contains("6 of 1006 lines were no orders and were skipped.")
                    .contains("1,000 orders x 3 groups = 3,000; 2,992 handled + 8 dead-lettered = 3,000."
                            + " The totals add up: none was lost.");
        }
    }

    @Test
    void everyDeadLetterIsListedWithItsReason() throws Exception {
        String orders = order("O-1") + order("O-2", "tok_refused", "DE") + order("O-3", "tok_visa", "AQ");
        try (Launch run = launch(file(orders), "--work=0")) {
            assertThat(run.awaitEnd()).isZero();
            assertThat(run.lines())
                    .contains(
                            "  billing   max-deliveries after 4 deliveries: PaymentRefused: order O-2: 12.90 EUR refused,"
                                    + " the account is overdrawn",
                            "  shipping  dead-letter-on after 1 delivery: UnknownAddress: order O-3: no carrier delivers"
                                    + " to AQ");
        }
    }

    @Test
    void badLinesAreReportedByNumberAndTheGoodOnesGoOn() throws Exception {
        String orders =
                order("O-1") + "{\n\n" + order("O-2").replace("\"quantity\":1", "\"quantity\":-1") + order("O-3");
        try (Launch run = launch(file(orders), "--work=0")) {
            assertThat(run.awaitEnd()).isZero();
            assertThat(run.lines())
                    .contains(
                            "line 2 skipped: not one JSON object (it ends too early)",
                            "line 4 skipped: the quantity of MUG must be 1 or more (was -1)",
                            "2 of 5 lines were no orders and were skipped.",
                            "2 orders x 3 groups = 6; 6 handled + 0 dead-lettered = 6."
                                    + " The totals add up: none was lost.");
        }
    }

    @Test
    void ordersAreReadFromStandardInput() throws Exception {
        try (Launch run = launch("-", "--work=0").feed("\uFEFF" + order("O-1"))) {
            assertThat(run.awaitEnd()).isZero();
            assertThat(run.lines()).anyMatch(line -> line.startsWith("1 order x 3 groups = 3; 3 handled"));
        }
    }

    @Test
    void anEmptyFileIsRefused() throws Exception {
        String empty = file("");
        try (Launch run = launch(empty)) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.lines()).contains(empty + ": no order in it. One JSON object a line is needed.");
        }
    }

    @Test
    void aMissingFileIsRefusedBeforeAnythingStarts() throws Exception {
        try (Launch run = launch("nowhere.jsonl")) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.lines()).singleElement().asString().startsWith("nowhere.jsonl: no such file (looked in ");
        }
    }

    @Test
    void aFolderIsRefused() throws Exception {
        try (Launch run = launch(folder.toString())) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.lines()).singleElement().asString().startsWith(folder + ": is a directory.");
        }
    }

    @Test
    void aFolderForTheLogThatIsNoneIsRefused() throws Exception {
        Path noFolder = Path.of(file(order("O-1")));
        try (Launch run = new Launch(noFolder, "-")) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.lines())
                    .singleElement()
                    .asString()
                    .startsWith(noFolder + ": no log can be written there (")
                    .endsWith("Name another folder by -Dquickstart.logs.");
        }
    }

    @Test
    void anUnknownOptionIsRefused() throws Exception {
        try (Launch run = launch("--fast")) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.lines()).containsExactly("--fast: no such option. --help lists them.");
        }
    }

    @Test
    void aProviderThatIsNotThereIsRefusedInOneLine() throws Exception {
        try (Launch run = new Launch(folder, Map.of("MILLRACE_PROVIDER", "kafka"), file(order("O-1")))) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.lines()).hasSize(2).last().asString().contains("millrace.provider", "\"kafka\"");
        }
    }

    @Test
    void aBrokerThatCannotBeReachedIsSaid() throws Exception {
        Map<String, String> nowhere =
                Map.of("MILLRACE_REDIS_URL", "redis://127.0.0.1:1", "MILLRACE_REDIS_TIMEOUT", "200ms");
        try (Launch run = new Launch(folder, nowhere, file(order("O-1")))) {
            assertThat(run.awaitEnd()).isEqualTo(1);
            assertThat(run.lines())
                    .anyMatch(
                            line -> line.contains("publishing ends at line 1") && line.contains("redis://127.0.0.1:1"));
        }
    }

    @Test
    void helpNamesEveryOption() throws Exception {
        try (Launch run = launch("--help")) {
            assertThat(run.awaitEnd()).isZero();
            assertThat(String.join("\n", run.lines())).contains("--keep-running", "--work=MILLIS", "--help", "FILE");
        }
    }

    @Test
    void whatIsInHandAtASignalIsFinishedAndCounted() throws Exception {
        try (Launch run = launch(file(order("O-1")), "--work=3000")) {
            run.awaitLine("published 1, in hand 3,").terminate();
            assertThat(run.awaitEnd()).isEqualTo(SIGTERM);
            assertThat(run.lines())
                    .contains("Draining: 3 in hand, which are finished first.")
                    .contains("1 order x 3 groups = 3; 3 handled + 0 dead-lettered = 3."
                            + " The totals add up: none was lost.");
        }
    }

    @Test
    void whatIsLeftAtASignalIsSaid() throws Exception {
        String orders = IntStream.range(0, 40).mapToObj(n -> order("O-" + n)).collect(Collectors.joining());
        try (Launch run = launch(file(orders), "--work=2000")) {
            run.awaitLine("published 40, in hand 12,").terminate();
            assertThat(run.awaitEnd()).isEqualTo(SIGTERM);
            Matcher totals = LEFT.matcher(String.join("\n", run.lines()));
            assertThat(totals.find()).isTrue();
            int handled = Integer.parseInt(totals.group(1));
            int left = IntStream.of(2, 3, 4)
                    .map(group -> Integer.parseInt(totals.group(group)))
                    .sum();
            assertThat(left).isPositive().isEqualTo(120 - handled);
            assertThat(handled).isGreaterThanOrEqualTo(12);
        }
    }

    @Test
    void keptRunningItStaysUntilASignal() throws Exception {
        try (Launch run = launch(file(order("O-1")), "--work=0", "--keep-running")) {
            run.awaitLine("All orders are handled. Staying until Ctrl-C.").terminate();
            assertThat(run.awaitEnd()).isEqualTo(SIGTERM);
            assertThat(run.lines()).last().asString().endsWith("The totals add up: none was lost.");
        }
    }
}
