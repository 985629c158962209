package dev.millrace.servers;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** WildFly standalone, driven by its command line. */
final class WildFly implements Server {

    private static final Distribution DISTRIBUTION =
            new Distribution("org.wildfly", "wildfly-dist", "39.0.1.Final", "zip");

    private final String configuration;
    private final Path home = DISTRIBUTION.unpacked().resolve("wildfly-" + DISTRIBUTION.version());
    private final Path base;
    private final Path folder;
    private final int http = Ports.free();
    private final int management = Ports.free();
    private Optional<ServerProcess> process = Optional.empty();
    private int starts;

    /**
     * A server that is not started yet.
     *
     * @param configuration the name of a file in {@code standalone/configuration}, without its ending
     */
    WildFly(String configuration, Path folder) {
        this.configuration = configuration;
        this.base = folder.resolve("base");
        this.folder = folder;
        Folders.copy(home.resolve("standalone"), base);
        for (User user : User.values()) {
            Commands.run(
                    base,
                    home.resolve("bin/add-user.sh").toString(),
                    "-a",
                    "-u",
                    user.login(),
                    "-p",
                    User.PASSWORD,
                    "-g",
                    user.role(),
                    "-s",
                    "-sc",
                    base.resolve("configuration").toString());
        }
    }

    @Override
    public String name() {
        return "WildFly " + DISTRIBUTION.version().replace(".Final", "")
                + configuration.replaceFirst("^standalone-?(.*)$", " $1").stripTrailing();
    }

    @Override
    public boolean hasSessionBeans() {
        return !configuration.endsWith("microprofile");
    }

    @Override
    public boolean knowsUsers() {
        return true;
    }

    @Override
    public void start(Map<String, String> environment) {
        close();
        Map<String, String> all = new HashMap<>(environment);
        all.put("JAVA_HOME", System.getProperty("java.home"));
        all.put(
                "JAVA_OPTS",
                "-Xms64m -Xmx512m -Djava.net.preferIPv4Stack=true -Djava.awt.headless=true " + NO_SOFT_REFERENCES);
        // The script then waits for the server it started, and ends with it.
        all.put("LAUNCH_JBOSS_IN_BACKGROUND", "true");
        ServerProcess started = ServerProcess.launch(
                base,
                folder.resolve("console-" + ++starts + ".log"),
                all,
                List.of(
                        home.resolve("bin/standalone.sh").toString(),
                        "-c",
                        configuration + ".xml",
                        "-Djboss.server.base.dir=" + base,
                        "-Djboss.http.port=" + http,
                        "-Djboss.https.port=" + Ports.free(),
                        "-Djboss.ajp.port=" + Ports.free(),
                        "-Djboss.management.http.port=" + management,
                        "-Djboss.management.https.port=" + Ports.free()));
        process = Optional.of(started);
        Await.until("WildFly is up", started, () -> started.output().contains("WFLYSRV0025"));
    }

    @Override
    public void deploy(Path... archives) {
        for (Path archive : archives) {
            Commands.Result result = cli("deploy " + archive);
            if (result.code() != 0) {
                throw new DeploymentRefused(result.output());
            }
        }
    }

    @Override
    public void undeploy(Path... archives) {
        for (Path archive : archives) {
            cli("undeploy " + archive.getFileName()).orThrow("undeploy");
        }
    }

    private Commands.Result cli(String command) {
        return Commands.attempt(
                base,
                Map.of("JAVA_HOME", System.getProperty("java.home"), "JAVA_OPTS", "-Xmx64m -XX:TieredStopAtLevel=1"),
                home.resolve("bin/jboss-cli.sh").toString(),
                "--connect",
                "--timeout=60000",
                "--controller=remote+http://127.0.0.1:" + management,
                "--command=" + command);
    }

    @Override
    public int port() {
        return http;
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

    /**
     * As heap dumps show: that of the first, with a static exception of H2, and that of the last, in the cache of
     * {@code java.lang.runtime.ObjectMethods}.
     */
    @Override
    public int keptClassLoaders() {
        return 2;
    }
}
