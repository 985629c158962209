package dev.millrace.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Open Liberty, which deploys what lies in its folder {@code dropins}. */
final class Liberty implements Server {

    private static final Distribution DISTRIBUTION =
            new Distribution("io.openliberty", "openliberty-runtime", "26.0.0.3", "zip");

    /** The features of the web profile that the applications use, and a default data source, which it has not. */
    private static final String SETTINGS = """
            <server>
              <featureManager>
                <feature>cdi-4.0</feature>
                <feature>servlet-6.0</feature>
                <feature>restfulWS-3.1</feature>
                <feature>jsonb-3.0</feature>
                <feature>concurrent-3.0</feature>
                <feature>enterpriseBeansLite-4.0</feature>
                <feature>persistence-3.1</feature>
                <feature>beanValidation-3.0</feature>
                <feature>jdbc-4.3</feature>
                <feature>jndi-1.0</feature>
                <feature>mpConfig-3.1</feature>
                <feature>appSecurity-5.0</feature>
              </featureManager>
              <basicRegistry>%s</basicRegistry>
              <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="%d" httpsPort="-1"/>
              <applicationManager autoExpand="false"/>
              <applicationMonitor updateTrigger="polled" pollingRate="500ms" dropinsEnabled="true"/>
              <library id="h2"><file name="%s"/></library>
              <dataSource id="DefaultDataSource">
                <jdbcDriver libraryRef="h2"
                    javax.sql.XADataSource="org.h2.jdbcx.JdbcDataSource"
                    javax.sql.ConnectionPoolDataSource="org.h2.jdbcx.JdbcDataSource"
                    javax.sql.DataSource="org.h2.jdbcx.JdbcDataSource"/>
                <properties URL="jdbc:h2:%s;DB_CLOSE_ON_EXIT=FALSE" user="sa" password=""/>
              </dataSource>
            </server>
            """;

    private final Path home = DISTRIBUTION.unpacked().resolve("wlp");
    private final Path folder;
    private final Path dropins;
    private final int port = Ports.free();
    private Optional<ServerProcess> process = Optional.empty();
    private int starts;

    Liberty(Path folder) {
        this.folder = folder;
        Path server = Folders.create(folder.resolve("user/servers/tests"));
        this.dropins = Folders.create(server.resolve("dropins"));
        Folders.write(
                server.resolve("server.xml"),
                SETTINGS.formatted(users(), port, System.getProperty("servers.h2"), folder.resolve("database")));
        Folders.write(server.resolve("jvm.options"), "-Xms64m\n-Xmx512m\n" + NO_SOFT_REFERENCES + "\n");
    }

    private static String users() {
        return Stream.of(User.values())
                .map(user -> """
                        <user name="%s" password="%s"/>
                        <group name="%s"><member name="%1$s"/></group>
                        """.formatted(user.login(), User.PASSWORD, user.role()))
                .collect(Collectors.joining());
    }

    @Override
    public boolean knowsUsers() {
        return true;
    }

    @Override
    public String name() {
        return "Open Liberty " + DISTRIBUTION.version();
    }

    @Override
    public void start(Map<String, String> environment) {
        close();
        Map<String, String> all = new HashMap<>(environment);
        all.put("WLP_USER_DIR", folder.resolve("user").toString());
        all.put("JAVA_HOME", System.getProperty("java.home"));
        ServerProcess started = ServerProcess.launch(
                folder,
                folder.resolve("console-" + ++starts + ".log"),
                all,
                List.of(home.resolve("bin/server").toString(), "run", "tests"));
        process = Optional.of(started);
        Await.until("Liberty is up", started, () -> started.output().contains("CWWKF0011I"));
        try (var files = Files.list(dropins)) {
            files.forEach(archive -> awaitStarted(archive, 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the message of the server that an application has started, or has not. */
    private void awaitStarted(Path archive, int from) {
        String name = nameOf(archive);
        Await.until(archive + " is up", process(), () -> {
            String news = news(from);
            return news.contains("CWWKZ0001I: Application " + name + " started")
                    || news.contains("CWWKZ0003I: The application " + name + " updated")
                    || refused(news, name);
        });
        if (refused(news(from), name)) {
            throw new DeploymentRefused(news(from));
        }
    }

    private static boolean refused(String news, String name) {
        return news.contains("CWWKZ0002E: An exception occurred while starting the application " + name);
    }

    private String news(int from) {
        return process().output().substring(from);
    }

    private static String nameOf(Path archive) {
        return archive.getFileName().toString().replaceFirst("\\.[^.]+$", "");
    }

    @Override
    public void deploy(Path... archives) {
        int from = process().output().length();
        try {
            for (Path archive : archives) {
                // Whole at once: it looks at the folder twice a second.
                Path part = Files.copy(archive, folder.resolve("part"), StandardCopyOption.REPLACE_EXISTING);
                Files.move(part, dropins.resolve(archive.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Path archive : archives) {
            try {
                awaitStarted(archive, from);
            } catch (DeploymentRefused e) {
                dropins.resolve(archive.getFileName()).toFile().delete();
                throw e;
            }
        }
    }

    @Override
    public void undeploy(Path... archives) {
        for (Path archive : archives) {
            int from = process().output().length();
            try {
                Files.deleteIfExists(dropins.resolve(archive.getFileName()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Await.until(archive + " is gone", process(), () -> {
                String news = news(from);
                return news.contains("CWWKZ0009I: The application " + nameOf(archive) + " has stopped");
            });
        }
    }

    /** One more, with an exception that H2 keeps. */
    @Override
    public int keptClassLoaders() {
        return 3;
    }

    @Override
    public boolean runsInitializersOfEars() {
        return false;
    }

    /** The console has warnings and the server's own events; what applications tell is in the file. */
    @Override
    public String log() {
        return process().output() + Folders.read(folder.resolve("user/servers/tests/logs/messages.log"));
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public ServerProcess process() {
        return process.orElseThrow();
    }

    @Override
    public void close() {
        process.ifPresent(ServerProcess::close);
        process = Optional.empty();
    }
}
