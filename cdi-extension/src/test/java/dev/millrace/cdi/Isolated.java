package dev.millrace.cdi;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Runs a piece of a test on a class path of its own: without a jar, or with one more. */
final class Isolated {

    private final List<URL> entries = new ArrayList<>();

    private Isolated() {}

    /** The tests' class path, less some of it. */
    static Isolated without(Predicate<String> entry) throws Exception {
        Isolated isolated = new Isolated();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.test(each)) {
                isolated.entries.add(Path.of(each).toUri().toURL());
            }
        }
        return isolated;
    }

    /** The tests' class path and one entry more. */
    static Isolated with(Path more) throws Exception {
        Isolated isolated = without(entry -> false);
        isolated.entries.add(more.toUri().toURL());
        return isolated;
    }

    /** Calls a static method that takes nothing and returns text, in a copy of its class. */
    String call(Class<?> type, String method) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(entries.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            var copy = Arrays.stream(loader.loadClass(type.getName()).getDeclaredMethods())
                    .filter(each -> each.getName().equals(method))
                    .findFirst()
                    .orElseThrow();
            copy.setAccessible(true);
            return (String) copy.invoke(null);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
