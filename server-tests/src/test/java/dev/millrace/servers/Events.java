package dev.millrace.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** What the applications wrote to the journal, also those that are gone. */
final class Events {

    private final Path file;

    Events(Path file) {
        this.file = file;
    }

    /** One line. */
    record Event(long at, String application, String what) {

        static Event parse(String line) {
            String[] parts = line.split(" ", 3);
            return new Event(Long.parseLong(parts[0]), parts[1], parts[2]);
        }
    }

    List<Event> all(String application) {
        return Folders.read(file)
                .lines()
                .map(Event::parse)
                .filter(event -> event.application().equals(application))
                .toList();
    }

    /** The rests of an application's lines that begin like this, in order. */
    List<String> all(String application, String beginning) {
        return all(application).stream()
                .map(Event::what)
                .filter(what -> what.startsWith(beginning))
                .map(what -> what.substring(beginning.length()).strip())
                .toList();
    }

    /** Waits for a line that begins like this, and returns the rest of it. */
    String await(String application, String beginning) {
        Predicate<String> begins = what -> what.startsWith(beginning);
        Await.until(
                application + " writes \"" + beginning + "\"",
                () -> all(application).stream().map(Event::what).anyMatch(begins),
                () -> all(application).toString());
        return all(application, beginning).get(0);
    }

    /** When the first line came that begins like this. */
    long when(String application, String beginning) {
        return all(application).stream()
                .filter(event -> event.what().startsWith(beginning))
                .findFirst()
                .orElseThrow(() -> new AssertionError(beginning + " is missing in " + all(application)))
                .at();
    }
}
