package dev.millrace.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A redis-server of the benchmark's own on a free loopback port, which keeps everything in memory. */
final class LocalRedis implements AutoCloseable {

    private static final int TRIES = 500;

    private final Path folder;
    private final int port;
    private final Process process;

    private LocalRedis(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    static LocalRedis start() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("millrace-benchmark");
        int port = freePort();
        Process process = new ProcessBuilder(
                        unpacked(folder).toString(), "--port", "" + port, "--bind", "127.0.0.1", "--save", "")
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        LocalRedis redis = new LocalRedis(folder, port, process);
        // However this JVM ends.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        redis.awaitReady();
        return redis;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The binary that a jar on the class path brings. */
    private static Path unpacked(Path folder) throws IOException {
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
        String processor = System.getProperty("os.arch").matches("aarch64|arm64") ? "arm64" : "amd64";
        String name = "redis-server-7.0.15-" + (mac ? "darwin" : "linux") + "-" + processor;
        Path binary = folder.resolve(name);
        try (InputStream packed = LocalRedis.class.getResourceAsStream("/" + name)) {
            if (packed == null) {
                throw new IllegalStateException(name + ": there is no redis-server for this system. Use another.");
            }
            Files.copy(packed, binary, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!binary.toFile().setExecutable(true)) {
            throw new IllegalStateException(binary + ": cannot be made executable. Use another temporary folder.");
        }
        return binary;
    }

    private void awaitReady() throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try (Jedis jedis = connect()) {
                jedis.ping();
                return;
            } catch (JedisConnectionException e) {
                if (tries == TRIES || process.waitFor(10, TimeUnit.MILLISECONDS)) {
                    throw e;
                }
            }
        }
    }

    Jedis connect() {
        return new Jedis("127.0.0.1", port, 60_000);
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.destroy();
        process.waitFor();
        try (var files = Files.list(folder)) {
            files.forEach(file -> file.toFile().delete());
        }
        Files.delete(folder);
    }
}
