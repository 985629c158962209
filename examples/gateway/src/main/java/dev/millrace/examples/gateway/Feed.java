package dev.millrace.examples.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;

/** A recording of gateway events, one JSON object a line. */
final class Feed {

    private static final String SHIPPED = "/feed.jsonl";

    private static final int FAULTS_TOLD = 5;

    private Feed() {}

    /**
     * Reads a recording.
     *
     * @param file its path, or an empty text for the one that comes with the example
     * @throws IllegalArgumentException if it has lines that are no events, which are told, or no line at all
     * @throws IOException if it cannot be read
     */
    static List<GatewayEvent> read(String file) throws IOException {
        List<GatewayEvent> events = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        try (BufferedReader lines = open(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    try {
                        events.add(event(line));
                    } catch (IllegalArgumentException e) {
                        faults.add("line " + number + ": " + e.getMessage());
                    }
                }
            }
        }
        String name = file.isEmpty() ? "the feed" : file;
        if (!faults.isEmpty()) {
            String more = faults.size() > FAULTS_TOLD ? "\n  and " + (faults.size() - FAULTS_TOLD) + " more" : "";
            throw new IllegalArgumentException(name + ": not every line is an event. Correct these:\n  "
                    + String.join("\n  ", faults.subList(0, Math.min(FAULTS_TOLD, faults.size()))) + more);
        }
        if (events.isEmpty()) {
            throw new IllegalArgumentException(
                    name + ": there is no event in it. Give a file with one JSON object a" + " line.");
        }
        return events;
    }

    private static BufferedReader open(String file) throws IOException {
        if (!file.isEmpty()) {
            return Files.newBufferedReader(Path.of(file));
        }
        InputStream shipped = Feed.class.getResourceAsStream(SHIPPED);
        if (shipped == null) {
            throw new IOException(SHIPPED + " is not on the class path");
        }
        return new BufferedReader(new InputStreamReader(shipped, StandardCharsets.UTF_8));
    }

    /**
     * The event of a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    static GatewayEvent event(String line) {
        try (JsonReader reader = Json.createReader(new StringReader(line))) {
            JsonObject from = reader.readObject();
            Instant at = Instant.parse(text(from, "at"));
            String gateway = text(from, "gateway");
            String device = text(from, "device");
            String type = text(from, "type");
            return switch (type) {
                case "measurement" -> new Measurement(at, gateway, device, number(from, "value"), text(from, "unit"));
                case "state" -> new StateChange(at, gateway, device, text(from, "before"), text(from, "state"));
                case "alarm" -> new Alarm(at, gateway, device, text(from, "severity"), text(from, "text"));
                default ->
                    throw new IllegalArgumentException("type is measurement, state or alarm (was \"" + type + "\")");
            };
        } catch (JsonException e) {
            throw new IllegalArgumentException("not a JSON object", e);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("at is an instant such as 2026-11-20T05:42:03Z", e);
        }
    }

    private static String text(JsonObject from, String name) {
        if (from.get(name) instanceof JsonString text) {
            return text.getString();
        }
        throw new IllegalArgumentException(name + " is a text (was " + from.get(name) + ")");
    }

    private static double number(JsonObject from, String name) {
        if (from.get(name) instanceof JsonNumber number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(name + " is a number (was " + from.get(name) + ")");
    }
}
