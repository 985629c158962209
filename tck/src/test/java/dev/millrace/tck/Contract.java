package dev.millrace.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The contract as the document has it, as the kit shows it, and as the list of exemptions says. */
final class Contract {

    /** A line of {@code beyond-the-kit.txt}. */
    record Exemption(String kind, String id, String detail) {}

    private static final Path MODULE = Path.of(System.getProperty("basedir", System.getProperty("user.dir")))
            .toAbsolutePath();
    private static final Pattern LINE = Pattern.compile("(?m)^- ([A-Z]{3}-\\d+) ");

    private Contract() {}

    /** The ids of the document, in its order, a repeated one twice. */
    static List<String> documented() {
        return LINE.matcher(read(MODULE.resolve("ASSERTIONS.md")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    /** The ids that the kit's tests cite, each with those tests. */
    static Map<String, Collection<String>> cited() {
        Map<String, Collection<String>> cited = new TreeMap<>();
        for (Class<?> type : kit()) {
            for (Method method : type.getDeclaredMethods()) {
                Assertion assertion = method.getAnnotation(Assertion.class);
                for (String id : assertion == null ? new String[0] : assertion.value()) {
                    cited.computeIfAbsent(id, key -> new TreeSet<>())
                            .add(type.getSimpleName() + "#" + method.getName());
                }
            }
        }
        return cited;
    }

    /** The classes of the kit itself, without its tests. */
    static List<Class<?>> kit() {
        Path root = Path.of(Assertion.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.startsWith("dev/millrace/tck/") && name.endsWith(".class"))
                    .filter(name -> !name.endsWith("-info.class"))
                    .map(name -> load(name.substring(0, name.length() - ".class".length())))
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String path) {
        try {
            return Class.forName(path.replace('/', '.'), false, Contract.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** The exemptions of one kind. */
    static List<Exemption> exemptions(String kind) {
        return exemptions().stream().filter(each -> each.kind().equals(kind)).toList();
    }

    /** All exemptions. */
    static List<Exemption> exemptions() {
        return read(MODULE.resolve("beyond-the-kit.txt"))
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\\s+", 3))
                .map(parts -> {
                    if (parts.length < 3) {
                        throw new AssertionError("beyond-the-kit.txt: kind, id and detail are needed (was "
                                + Arrays.toString(parts) + ").");
                    }
                    return new Exemption(parts[0], parts[1], parts[2]);
                })
                .toList();
    }

    /** Whether a source of the repository is there and mentions an id. */
    static boolean mentions(String source, String id) {
        Path file = MODULE.resolveSibling(source);
        return Files.isRegularFile(file)
                && Pattern.compile("\\b" + id + "\\b").matcher(read(file)).find();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
