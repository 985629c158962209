package dev.millrace.servers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A WAR, EAR or JAR made of compiled classes, libraries and texts. */
final class Archive {

    private static final Path TARGET = Path.of(System.getProperty("servers.target"));
    private static final String ROOT = "dev/millrace/servers/";

    private final Map<String, byte[]> entries = new TreeMap<>();

    /** A WAR of one of our packages, without libraries. */
    static Archive war(String packageName) {
        return new Archive().classes(packageName, "WEB-INF/classes/").text("WEB-INF/beans.xml", BEANS);
    }

    static final String BEANS = """
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0" bean-discovery-mode="annotated"/>
            """;

    /** The application {@code probe}, by a name of its own and on topics of its own. */
    static Archive probe(String name, Map<String, String> configuration) {
        return war("probe")
                .libraries("WEB-INF/lib/")
                .entry("WEB-INF/lib/journal.jar", journal())
                .configured(name, configuration);
    }

    /** The jar of what writes the journal. */
    static byte[] journal() {
        return new Archive().classes("journal", "").bytes();
    }

    /** Its name and its configuration, which goes before the environment of the server. */
    Archive configured(String name, Map<String, String> configuration) {
        return text("WEB-INF/classes/probe.properties", "name=" + name + "\n")
                .configuration(name, configuration, "WEB-INF/classes/");
    }

    Archive configuration(String name, Map<String, String> configuration, String under) {
        Map<String, String> all = new TreeMap<>(configuration);
        all.put("millrace.redis.key-prefix", name + ":");
        all.put("config_ordinal", "500");
        return text(
                under + "META-INF/microprofile-config.properties",
                all.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    /** The classes of one of our packages. */
    Archive classes(String packageName, String under) {
        Path classes = TARGET.resolve("classes");
        try (Stream<Path> files = Files.list(classes.resolve(ROOT + packageName))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                entry(under + classes.relativize(file), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** All that an application with Millrace brings along. */
    Archive libraries(String under) {
        try (Stream<Path> files = Files.list(TARGET.resolve("lib"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                entry(under + file.getFileName(), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    Archive text(String path, String text) {
        return entry(path, text.getBytes(StandardCharsets.UTF_8));
    }

    Archive entry(String path, byte[] content) {
        entries.put(path, content);
        return this;
    }

    /** Leaves out what begins like this. */
    Archive without(String beginning) {
        entries.keySet().removeIf(path -> path.startsWith(beginning));
        return this;
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes it as a file, whose name gives the context path. */
    Path writeTo(Path folder, String fileName) {
        try {
            return Files.write(Folders.create(folder).resolve(fileName), bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The example, as its own build made it. */
    static Path ordersWeb() {
        return TARGET.resolve("orders-web.war");
    }
}
