package dev.millrace.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Payara Server with a domain of its own, driven by asadmin. */
final class PayaraServer implements Server {

    private static final Distribution DISTRIBUTION =
            new Distribution("fish.payara.distributions", "payara", "6.2025.9", "zip");

    /** Of the domain as it is delivered, all within the configuration of the server itself. */
    private static final Pattern PORT = Pattern.compile("(?<= port=\")(3700|3820|3920|8686|8080|8181|4848)(?=\")");

    private final Path asadmin = DISTRIBUTION.unpacked().resolve("payara6/glassfish/bin/asadmin");
    private final Path folder;
    private final int http = Ports.free();
    private final int admin = Ports.free();
    private final List<Path> wars = new ArrayList<>();
    private Optional<ServerProcess> process = Optional.empty();
    private int starts;

    PayaraServer(Path folder) {
        this.folder = folder;
        Path domain = folder.resolve("domains/domain1");
        Folders.create(domain.getParent());
        Folders.copy(DISTRIBUTION.unpacked().resolve("payara6/glassfish/domains/domain1"), domain);
        Path settings = domain.resolve("config/domain.xml");
        Folders.write(settings, onFreePorts(Folders.read(settings)));
    }

    private String onFreePorts(String settings) {
        return PORT.matcher(settings)
                .replaceAll(port -> Integer.toString(
                        switch (port.group()) {
                            case "8080" -> http;
                            case "4848" -> admin;
                            default -> Ports.free();
                        }))
                .replaceAll("address=\"0\\.0\\.0\\.0\"", "address=\"127.0.0.1\"")
                .replaceAll("<network-listener port=", "<network-listener address=\"127.0.0.1\" port=")
                .replace(
                        "<jvm-options>-Xmx512m</jvm-options>",
                        "<jvm-options>-Xmx512m</jvm-options><jvm-options>" + NO_SOFT_REFERENCES + "</jvm-options>")
                // H2 in the server's JVM closes itself at SIGTERM, by a JVM hook, unless told not to.
                .replace("embedded_default;AUTO_SERVER=TRUE", "embedded_default;DB_CLOSE_ON_EXIT=FALSE");
    }

    @Override
    public String name() {
        return "Payara Server " + DISTRIBUTION.version();
    }

    @Override
    public void start(Map<String, String> environment) {
        close();
        ServerProcess started = ServerProcess.launch(
                folder,
                folder.resolve("console-" + ++starts + ".log"),
                environment,
                List.of(
                        asadmin.toString(),
                        "start-domain",
                        "--verbose",
                        "--domaindir",
                        folder.resolve("domains").toString(),
                        "domain1"));
        process = Optional.of(started);
        Await.until("Payara Server is up", started, () -> started.output().contains("startup time"));
        if (starts == 1) {
            addUsers();
        }
        // Which it says before the applications of an earlier start are up.
        for (Path archive : wars) {
            String line = "Loading application [" + nameOf(archive) + "] at";
            Await.until(archive + " is up", started, () -> started.output().contains(line));
        }
    }

    private void addUsers() {
        Path password = User.passwordFile(folder);
        for (User user : User.values()) {
            asadmin("--passwordfile", password.toString(), "create-file-user", "--groups", user.role(), user.login())
                    .orThrow("create-file-user");
        }
    }

    @Override
    public boolean knowsUsers() {
        return true;
    }

    private Commands.Result asadmin(String... arguments) {
        List<String> command = new ArrayList<>(List.of(asadmin.toString(), "--port", Integer.toString(admin)));
        command.addAll(List.of(arguments));
        return Commands.attempt(
                folder,
                Map.of("AS_ADMIN_READTIMEOUT", "300000", "JAVA_HOME", System.getProperty("java.home")),
                command.toArray(String[]::new));
    }

    private static String nameOf(Path archive) {
        Matcher name = Pattern.compile("[^.]+").matcher(archive.getFileName().toString());
        if (!name.lookingAt()) {
            throw new IllegalArgumentException(archive.toString());
        }
        return name.group();
    }

    @Override
    public void deploy(Path... archives) {
        for (Path archive : archives) {
            String name = nameOf(archive);
            Commands.Result result = archive.toString().endsWith(".war")
                    ? asadmin("deploy", "--name", name, "--contextroot", name, archive.toString())
                    : asadmin("deploy", "--name", name, archive.toString());
            if (result.code() != 0) {
                throw new DeploymentRefused(result.output());
            }
            if (archive.toString().endsWith(".war")) {
                wars.add(archive);
            }
        }
    }

    @Override
    public void undeploy(Path... archives) {
        for (Path archive : archives) {
            asadmin("undeploy", nameOf(archive)).orThrow("undeploy");
            wars.remove(archive);
        }
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
}
