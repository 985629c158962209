package dev.millrace.servers;

import java.nio.file.Path;
import java.util.Map;

/** An application server on free ports of 127.0.0.1, with a folder of its own for all it writes. */
interface Server extends AutoCloseable {

    /**
     * An option of the JVM: what only soft references hold is collected at once, so that class loaders can be counted.
     */
    String NO_SOFT_REFERENCES = "-XX:SoftRefLRUPolicyMSPerMB=0";

    /** Its name and version, as the matrix shows it. */
    String name();

    /**
     * Starts it with these environment variables besides ours, and waits until it is ready.
     *
     * @throws DeploymentRefused as {@link #deploy} does, where it deploys only now
     */
    void start(Map<String, String> environment);

    /**
     * Deploys archives, each under the context path of its name, and waits until that is done. They are there
     * again after the next start.
     *
     * @throws DeploymentRefused if the server refuses, with what its client said
     */
    void deploy(Path... archives);

    /** Takes archives away again, and waits until that is done. */
    void undeploy(Path... archives);

    /** Whether it deploys and undeploys while it runs; else what it is told of either counts from the next start. */
    default boolean deploysWhileItRuns() {
        return true;
    }

    /** Whether it takes EARs. */
    default boolean deploysEars() {
        return true;
    }

    /** Whether it has session beans. */
    default boolean hasSessionBeans() {
        return true;
    }

    /** How many class loaders of undeployed applications it may keep. */
    default int keptClassLoaders() {
        // What it undeployed last, until it deploys the next.
        return 1;
    }

    /** Whether it runs an initializer that is in an EAR's library. */
    default boolean runsInitializersOfEars() {
        return true;
    }

    /** Whether it knows the {@link User}s. */
    default boolean knowsUsers() {
        return false;
    }

    /** The port for HTTP. */
    int port();

    /** What it runs as. */
    ServerProcess process();

    /** All that it logged since it was started. */
    default String log() {
        return process().output();
    }

    /** Ends it at once. */
    @Override
    void close();

    /** A deployment that the server did not take. */
    final class DeploymentRefused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        DeploymentRefused(String client) {
            super(client);
        }

        /** What the one who deploys is told. */
        String client() {
            return String.valueOf(getMessage());
        }
    }
}
