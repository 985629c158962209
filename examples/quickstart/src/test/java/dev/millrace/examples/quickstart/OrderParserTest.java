package dev.millrace.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderParserTest {

    private static final String GOOD = """
            {"id":"O-1","customer":{"name":"田中 さくら","email":"a@mail.example"},"address":{"country":"JP"},\
            "payment":{"token":"tok_visa"},"currency":"JPY","lines":[{"sku":"MUG","quantity":2,"price":1000}]}""";

    private final OrderParser parser = new OrderParser();

    @Test
    void anOrderIsReadWithItsLines() throws Exception {
        Order order = parser.parse(GOOD);
        assertThat(order.customer().name()).isEqualTo("田中 さくら");
        assertThat(order.total()).hasToString("2000");
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            "quantity":2    | "quantity":-2     | the quantity of MUG must be 1 or more (was -2)
            "quantity":2    | "quantity":"two"  | not an order: lines: quantity:
            "price":1000    | "price":-1        | the price of MUG must be 0 or more (was -1)
            "sku":"MUG"     | "sku":" "         | a line without "sku"
            "currency":"JPY"| "currency":"YEN"  | the currency must be an ISO 4217 code (was YEN)
            "id":"O-1"      | "id":""           | no "id"
            "email"         | "mail"            | no "customer" with an "email"
            "country"       | "land"            | no "address" with a "country"
            "token"         | "card"            | no "payment" with a "token"
            "lines"         | "articles"        | no "lines"
            """)
    void aFaultyOrderSaysWhatIsWrong(String good, String bad, String message) {
        assertThatThrownBy(() -> parser.parse(GOOD.replace(good, bad)))
                .isInstanceOf(OrderParser.BadLine.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"id":"O-1","cust   | not one JSON object (it ends too early)
            {"id":"O-1"} {}     | not one JSON object (column 14)
            [1, 2]              | not a JSON object
            null                | not a JSON object
            some text           | not one JSON object (column 1)
            {"id":"\uFFFD"}     | not UTF-8
            """)
    void aBrokenLineSaysWhatIsWrongOnOneLine(String line, String message) {
        assertThatThrownBy(() -> parser.parse(line))
                .isInstanceOf(OrderParser.BadLine.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContainingAny("\n");
    }

    @Test
    void theSampleHoldsAThousandOrdersAndSixBadLines() throws IOException {
        Set<String> ids = new HashSet<>();
        Set<String> currencies = new HashSet<>();
        List<String> faults = new ArrayList<>();
        try (BufferedReader lines = Input.open(Optional.empty()).lines()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                try {
                    Order order = parser.parse(line);
                    ids.add(order.id());
                    currencies.add(order.currency());
                } catch (OrderParser.BadLine e) {
                    faults.add(e.getMessage());
                }
            }
        }
        assertThat(ids).hasSize(1000);
        assertThat(currencies).hasSizeGreaterThan(5);
        assertThat(faults).hasSize(6).doesNotHaveDuplicates();
    }
}
