package dev.millrace.benchmarks;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

import dev.millrace.cdi.ConsumesExtension;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What the extension adds to the start of an application of 500 beans, of which 50 have a handler. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 20)
@Measurement(iterations = 30)
@State(Scope.Benchmark)
public class DeploymentBenchmark {

    private static final int BEANS = 500;
    private static final int HANDLERS = 50;
    private static final Logger LOG = Logger.getLogger("");

    private Path folder;
    private URLClassLoader loader;
    private Class<?>[] beans;
    private SeContainer container;

    /** Every bean injects the one before. */
    private static String source(int number) {
        String name = "Bean" + number;
        String injected = number == 0 ? "" : "@jakarta.inject.Inject Bean" + (number - 1) + " before;\n";
        String handler = number >= HANDLERS
                ? ""
                : "@dev.millrace.Consumes(topic = \"orders." + number + "\", group = \"billing\")\n"
                        + "public void handle(String payload) {}\n";
        return "package beans;\n@jakarta.enterprise.context.ApplicationScoped\npublic class " + name + " {\n" + injected
                + handler + "public String work(String text) { return text; }\n}\n";
    }

    @Setup
    public void compile() throws Exception {
        System.setProperty("millrace.provider", "memory");
        // Writing to the console would cost more than what is measured.
        LOG.setLevel(java.util.logging.Level.WARNING);
        folder = Files.createTempDirectory("millrace-beans");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<SimpleJavaFileObject> sources = new ArrayList<>();
        for (int number = 0; number < BEANS; number++) {
            String source = source(number);
            URI name = URI.create("string:///beans/Bean" + number + ".java");
            sources.add(new SimpleJavaFileObject(name, SimpleJavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreErrors) {
                    return source;
                }
            });
        }
        List<String> options =
                List.of("-d", folder.toString(), "-classpath", System.getProperty("java.class.path"), "-proc:none");
        if (!compiler.getTask(null, null, null, options, null, sources).call()) {
            throw new IllegalStateException("the beans do not compile");
        }
        loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        beans = new Class<?>[BEANS];
        for (int number = 0; number < BEANS; number++) {
            beans[number] = loader.loadClass("beans.Bean" + number);
        }
    }

    @TearDown
    public void delete() throws Exception {
        loader.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @TearDown(Level.Invocation)
    public void close() {
        container.close();
    }

    private SeContainerInitializer initializer() {
        return SeContainerInitializer.newInstance().disableDiscovery().addBeanClasses(beans);
    }

    @Benchmark
    public SeContainer reference() {
        container = initializer().initialize();
        return container;
    }

    @Benchmark
    public SeContainer withExtension() {
        container = initializer().addExtensions(new ConsumesExtension()).initialize();
        return container;
    }
}
