package dev.millrace.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Payara Micro, which deploys when it starts, and only then. */
final class PayaraMicro implements Server {

    private final Distribution distribution;
    private final String java;
    private final Path folder;
    private final int port = Ports.free();
    private final List<Path> archives = new ArrayList<>();
    private Optional<ServerProcess> process = Optional.empty();
    private int starts;

    PayaraMicro(String version, String javaHome, Path folder) {
        this.distribution = new Distribution("fish.payara.extras", "payara-micro", version, "jar");
        this.java = Path.of(javaHome, "bin", "java").toString();
        this.folder = folder;
        // H2 in the server's JVM closes itself at SIGTERM, by a JVM hook, unless told not to.
        Folders.write(folder.resolve("preboot"), """
                set configs.config.server-config.network-config.network-listeners.network-listener.http-listener.address=127.0.0.1
                set resources.jdbc-connection-pool.H2Pool.property.URL=jdbc:h2:%s;DB_CLOSE_ON_EXIT=FALSE
                """.formatted(folder.resolve("database")));
        Path password = User.passwordFile(folder);
        Folders.write(
                folder.resolve("postboot"),
                Arrays.stream(User.values())
                        .map(user -> "create-file-user --passwordfile %s --groups %s %s%n"
                                .formatted(password, user.role(), user.login()))
                        .collect(Collectors.joining()));
    }

    @Override
    public String name() {
        return "Payara Micro " + distribution.version();
    }

    @Override
    public boolean deploysWhileItRuns() {
        return false;
    }

    @Override
    public boolean knowsUsers() {
        return true;
    }

    @Override
    public boolean deploysEars() {
        return false;
    }

    @Override
    public void start(Map<String, String> environment) {
        close();
        List<String> command = new ArrayList<>(List.of(java, "-Xms64m", "-Xmx512m", "-Djava.awt.headless=true"));
        command.addAll(List.of("-jar", distribution.file().toString(), "--port", Integer.toString(port)));
        // One of its own for each start: it would go on with what an earlier start deployed.
        command.addAll(List.of(
                "--nocluster",
                "--rootDir",
                folder.resolve("root-" + (starts + 1)).toString()));
        command.addAll(List.of("--prebootcommandfile", folder.resolve("preboot").toString()));
        command.addAll(
                List.of("--postbootcommandfile", folder.resolve("postboot").toString()));
        archives.forEach(archive -> command.addAll(List.of("--deploy", archive.toString())));
        ServerProcess started =
                ServerProcess.launch(folder, folder.resolve("console-" + ++starts + ".log"), environment, command);
        process = Optional.of(started);
        Await.until(
                "Payara Micro is up",
                started,
                () -> !started.isAlive() || started.output().contains("ready in"));
        if (!started.isAlive() || started.output().contains("Exception while loading the app")) {
            throw new DeploymentRefused(started.output());
        }
    }

    @Override
    public void deploy(Path... added) {
        archives.addAll(List.of(added));
    }

    @Override
    public void undeploy(Path... removed) {
        archives.removeAll(List.of(removed));
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
