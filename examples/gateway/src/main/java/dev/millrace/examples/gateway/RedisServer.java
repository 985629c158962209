package dev.millrace.examples.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A redis-server of its own, on a free port that only this machine reaches. */
final class RedisServer implements Started {

    private static final long START_MILLIS = 30_000;
    private static final long PAUSE_MILLIS = 20;

    private final int port;
    private final Process process;

    private RedisServer(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param folder where it keeps its data and its log
     * @throws IOException if there is no binary for this machine, or it does not start
     */
    static RedisServer start(Path folder) throws IOException, InterruptedException {
        int port = freePort();
        Path log = folder.resolve("redis.log");
        Process process = new ProcessBuilder(
                        binary(folder).toString(), "--port", "" + port, "--bind", "127.0.0.1", "--save", "")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        RedisServer server = new RedisServer(port, process);
        for (long waited = 0; !server.answers(); waited += PAUSE_MILLIS) {
            if (waited >= START_MILLIS || process.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                server.end();
                throw new IOException("redis-server did not start, see " + log);
            }
        }
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static Path binary(Path folder) throws IOException {
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
        String processor = System.getProperty("os.arch").matches("aarch64|arm64") ? "arm64" : "amd64";
        String name = "redis-server-7.0.15-" + (mac ? "darwin" : "linux") + "-" + processor;
        Path binary = folder.resolve(name);
        if (!Files.exists(binary)) {
            try (InputStream packed = RedisServer.class.getResourceAsStream("/" + name)) {
                if (packed == null) {
                    throw new IOException("there is no " + name + " on the class path");
                }
                Files.copy(packed, binary);
            }
            if (!binary.toFile().setExecutable(true)) {
                throw new IOException(binary + " cannot be made executable");
            }
        }
        return binary;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() == '+';
        } catch (IOException e) {
            return false;
        }
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    @Override
    public void end() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
