package dev.millrace.examples.quickstart;

import java.io.StringReader;
import java.util.Optional;

import jakarta.json.Json;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbException;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParsingException;

/** Reads one line of the file, so that a bad line costs nothing but itself. */
final class OrderParser {

    private static final String REPLACEMENT = "\uFFFD";

    private final Jsonb jsonb = JsonbBuilder.create();

    /** Why a line is no order. */
    static final class BadLine extends Exception {

        private static final long serialVersionUID = 1L;

        BadLine(String message) {
            super(message);
        }
    }

    /** The order of a line. */
    Order parse(String line) throws BadLine {
        if (line.contains(REPLACEMENT)) {
            throw new BadLine("not UTF-8");
        }
        checkIsOneObject(line);
        Order order = bind(line);
        Optional<String> fault = order.fault();
        if (fault.isPresent()) {
            throw new BadLine(fault.get());
        }
        return order;
    }

    /** JSON-B alone would take the first of two orders on a line, and drop the other. */
    private static void checkIsOneObject(String line) throws BadLine {
        try (JsonParser parser = Json.createParser(new StringReader(line))) {
            if (parser.next() != JsonParser.Event.START_OBJECT) {
                throw new BadLine("not a JSON object");
            }
            while (parser.hasNext()) {
                parser.next();
            }
        } catch (JsonParsingException e) {
            // At the end of its input the parser names a column beyond it.
            long column = e.getLocation().getColumnNumber();
            throw new BadLine("not one JSON object "
                    + (column > line.length() ? "(it ends too early)" : "(column " + column + ")"));
        }
    }

    private Order bind(String line) throws BadLine {
        try {
            return jsonb.fromJson(line, Order.class);
        } catch (JsonbException e) {
            throw new BadLine("not an order: " + brief(e));
        }
    }

    /** Yasson wraps one sentence around another; the properties' names and the last sentence say it all. */
    private static String brief(JsonbException e) {
        return String.valueOf(e.getMessage())
                .replaceAll("Unable to deserialize property '([^']*)' because of: ", "$1: ")
                .lines()
                .findFirst()
                .orElse("");
    }
}
