package dev.millrace.servers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.millrace.redis.fixture.RedisServer;

/** A server, its Redis, and the journal of its applications. */
final class Stage implements AutoCloseable {

    private final Path folder;
    private final RedisServer redis = RedisServer.start();
    private final Server server;
    private final Events events;
    private final List<Path> deployed = new ArrayList<>();
    private Map<String, String> environment = Map.of();
    private boolean up;

    Stage(String name, Function<Path, Server> server) {
        try {
            this.folder = Files.createTempDirectory(
                    Folders.create(Path.of(System.getProperty("servers.target"), "stages")), name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.events = new Events(folder.resolve("journal"));
        environment(Map.of());
        this.server = server.apply(folder);
    }

    Server server() {
        return server;
    }

    RedisServer redis() {
        return redis;
    }

    Events events() {
        return events;
    }

    Http http() {
        return new Http(server.port());
    }

    Topic topic(String application, String name) {
        return new Topic(redis, application + ":" + name);
    }

    /** Sees to it that the server runs with these archives deployed and no others. */
    void with(Path... archives) {
        List<Path> wanted = List.of(archives);
        Path[] superfluous =
                deployed.stream().filter(each -> !wanted.contains(each)).toArray(Path[]::new);
        Path[] missing =
                wanted.stream().filter(each -> !deployed.contains(each)).toArray(Path[]::new);
        boolean atOnce = server.deploysWhileItRuns();
        if (atOnce && !up) {
            start();
        }
        server.undeploy(superfluous);
        deployed.removeAll(List.of(superfluous));
        server.deploy(missing);
        deployed.addAll(List.of(missing));
        if (!atOnce && (!up || superfluous.length + missing.length > 0)) {
            start();
        }
    }

    /** Tries to deploy one that the server has to refuse, and returns what it says. */
    Server.DeploymentRefused withRefused(Path archive) {
        try {
            with(archive);
        } catch (Server.DeploymentRefused e) {
            up = server.deploysWhileItRuns();
            if (deployed.remove(archive)) {
                server.undeploy(archive);
            }
            return e;
        }
        throw new AssertionError("The server took " + archive + ".");
    }

    /** Starts the server, also where it runs, with the archives it had. */
    void start() {
        if (up) {
            ServerProcess.awaitEnd(terminate());
        }
        server.start(environment);
        up = true;
    }

    /** Gives the server these environment variables, besides what the journal needs, from its next start on. */
    void environment(Map<String, String> variables) {
        Map<String, String> changed = new HashMap<>(variables);
        changed.put("PROBE_JOURNAL", folder.resolve("journal").toString());
        if (up && !changed.equals(environment)) {
            ServerProcess.awaitEnd(terminate());
        }
        environment = changed;
    }

    /** Tells the server to end, as an operator or an orchestrator does, and does not wait. */
    ProcessHandle terminate() {
        ProcessHandle java = server.process().java();
        up = false;
        if (!java.destroy()) {
            throw new IllegalStateException("SIGTERM could not be sent");
        }
        return java;
    }

    /** The application {@code probe} by a name of its own, on this stage's Redis. */
    Path probe(String name, Map<String, String> configuration) {
        needsSessionBeans();
        return Archive.probe(name, onRedis(configuration)).writeTo(folder.resolve("archives"), name + ".war");
    }

    /** Leaves a check out on a server that has no session beans. */
    void needsSessionBeans() {
        assumeTrue(server.hasSessionBeans(), "it has no session beans");
    }

    Map<String, String> onRedis(Map<String, String> configuration) {
        Map<String, String> all = new HashMap<>(onRedis());
        all.putAll(configuration);
        return all;
    }

    Map<String, String> onRedis() {
        return Map.of("millrace.provider", "redis", "millrace.redis.url", redis.uri());
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        server.close();
        redis.close();
    }
}
