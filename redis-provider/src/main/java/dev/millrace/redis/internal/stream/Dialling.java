package dev.millrace.redis.internal.stream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import org.jspecify.annotations.Nullable;

/**
 * The way to one connection: one time limit for all of it, whichever part is slow. Jedis' own would give it
 * to each address of the host, to the handshake and to the login anew.
 */
final class Dialling {

    private final Access access;
    private final long deadline;
    private @Nullable Socket plain;

    Dialling(Access access, Duration limit) {
        this.access = access;
        this.deadline = System.nanoTime() + limit.toNanos();
    }

    /** How much of the limit is left; never zero, which would mean none. */
    Duration left() {
        return Duration.ofNanos(Math.max(TimeUnit.MILLISECONDS.toNanos(1), deadline - System.nanoTime()));
    }

    /** Connects, and makes the connection a secure one where the endpoint asks for that. */
    Socket socket() throws IOException {
        Socket reached = reached();
        plain = reached;
        return access.endpoint().tls() ? secured(reached) : reached;
    }

    /** What {@link #socket} goes through: closing it never waits for whoever is writing, as that of a secure one does. */
    @Nullable
    Socket plain() {
        return plain;
    }

    private Socket reached() throws IOException {
        Endpoint endpoint = access.endpoint();
        InetAddress[] addresses = InetAddress.getAllByName(endpoint.host());
        IOException failure = new UnknownHostException(endpoint.host());
        for (int i = 0; i < addresses.length; i++) {
            Socket socket = new Socket();
            try {
                socket.setTcpNoDelay(true);
                socket.setKeepAlive(true);
                // Of the time that is left, each address gets the same, lest the first that is dead use it all up.
                socket.connect(
                        new InetSocketAddress(addresses[i], endpoint.port()),
                        millis(left().dividedBy(addresses.length - i)));
                socket.setSoTimeout(millis(left()));
                return socket;
            } catch (IOException e) {
                socket.close();
                failure = e;
            }
        }
        throw failure;
    }

    private Socket secured(Socket plain) throws IOException {
        Endpoint endpoint = access.endpoint();
        try {
            SSLSocket socket = (SSLSocket)
                    access.certificates().sockets().createSocket(plain, endpoint.host(), endpoint.port(), true);
            SSLParameters checks = socket.getSSLParameters();
            // Without it any certificate of a trusted authority would do, whatever host it is for.
            checks.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(checks);
            socket.startHandshake();
            return socket;
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    private static int millis(Duration time) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, time.toMillis()));
    }
}
