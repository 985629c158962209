package dev.millrace.examples.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A redis-server on a free loopback port that loses nothing it acknowledged, to be killed and started again. */
public final class RedisProcess implements AutoCloseable {

    private static final int TRIES = 1_000;

    private final Path folder;
    private final int port;
    private Process process;

    private RedisProcess(Path folder, int port) throws IOException, InterruptedException {
        this.folder = folder;
        this.port = port;
        start();
    }

    public static RedisProcess in(Path folder) throws IOException, InterruptedException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = free.getLocalPort();
            free.close();
            return new RedisProcess(Files.createDirectories(folder), port);
        }
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    public void start() throws IOException, InterruptedException {
        List<String> command = List.of(
                binary().toString(), "--port", "" + port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes");
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("redis.log").toFile())
                .start();
        for (int tries = 1; !say("PING").equals("+PONG"); tries++) {
            if (tries == TRIES || process.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("redis-server did not start, see " + folder.resolve("redis.log"));
            }
        }
        say("CONFIG SET appendfsync always");
    }

    private Path binary() throws IOException {
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
        String processor = System.getProperty("os.arch").matches("aarch64|arm64") ? "arm64" : "amd64";
        String name = "redis-server-7.0.15-" + (mac ? "darwin" : "linux") + "-" + processor;
        Path binary = folder.resolve(name);
        if (!Files.exists(binary)) {
            try (InputStream packed = RedisProcess.class.getResourceAsStream("/" + name)) {
                Files.copy(packed, binary);
            }
            binary.toFile().setExecutable(true);
        }
        return binary;
    }

    /** Sends a command and returns the first line of the reply; empty where nobody answers. */
    public String say(String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            out.write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            byte[] reply = new byte[64];
            int length = Math.max(0, socket.getInputStream().read(reply));
            return new String(reply, 0, length, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Ends it as kill -9 does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
