package dev.millrace.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** An application of 500 beans, of which 50 have a handler, made up and compiled for the measurement. */
final class ManyBeans {

    private static final int BEANS = 500;
    private static final int HANDLERS = 50;
    private static final Path TARGET = Path.of(System.getProperty("servers.target"));

    private ManyBeans() {}

    /** The beans in a WAR with all libraries. */
    static Archive war(Path folder) {
        Archive war = new Archive()
                .libraries("WEB-INF/lib/")
                .text("WEB-INF/beans.xml", Archive.BEANS)
                .text("WEB-INF/classes/META-INF/microprofile-config.properties", "millrace.provider=memory\n");
        Path classes = compile(folder.resolve("many-beans"));
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                war.entry("WEB-INF/classes/" + classes.relativize(file), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return war;
    }

    /** The same beside a REST resource that keeps entities in the server's default data source. */
    static Archive warWithRestAndJpa(Path folder) {
        return war(folder).classes("stock", "WEB-INF/classes/").text("WEB-INF/classes/META-INF/persistence.xml", """
                <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
                    <persistence-unit name="stock" transaction-type="JTA">
                        <class>dev.millrace.servers.stock.Item</class>
                        <exclude-unlisted-classes>true</exclude-unlisted-classes>
                        <properties>
                            <property name="jakarta.persistence.schema-generation.database.action" value="create"/>
                        </properties>
                    </persistence-unit>
                </persistence>
                """);
    }

    private static Path compile(Path folder) {
        Path sources = Folders.create(folder.resolve("sources/many"));
        Path classes = Folders.create(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp"));
        arguments.add(classPath());
        for (int bean = 0; bean < BEANS; bean++) {
            Path source = sources.resolve("Bean" + bean + ".java");
            Folders.write(source, source(bean));
            arguments.add(source.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException("the made-up beans do not compile");
        }
        return classes;
    }

    /** With each jar by itself: the compiler expands no wildcard that it is given within a program. */
    private static String classPath() {
        try (Stream<Path> jars = Files.list(TARGET.resolve("lib"))) {
            return Stream.concat(Stream.of(System.getProperty("servers.platform")), jars.map(Path::toString))
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String source(int bean) {
        String injection = bean == 0 ? "" : "@jakarta.inject.Inject Bean" + (bean - 1) + " previous;";
        String handler = bean % (BEANS / HANDLERS) != 0
                ? ""
                : "@dev.millrace.Consumes(topic = \"topic" + bean + "\", group = \"many\") void handle(String text) {}";
        return """
                package many;
                @jakarta.enterprise.context.ApplicationScoped
                public class Bean%d {
                    %s
                    public String one() { return "one"; }
                    public int two(int of) { return 2 * of; }
                    %s
                }
                """.formatted(bean, injection, handler);
    }
}
