package dev.millrace.redis.internal.stream;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** A connection of Jedis: the only place that knows Jedis, and where its exceptions end. */
final class JedisWire implements Wire {

    private static final System.Logger LOG = System.getLogger(JedisWire.class.getName());

    private final Endpoint endpoint;
    private final Connection connection;
    private volatile boolean broken;

    private JedisWire(Endpoint endpoint, Connection connection) {
        this.endpoint = endpoint;
        this.connection = connection;
    }

    /** Connections to an endpoint. */
    static Source to(Endpoint endpoint) {
        return timeout -> open(endpoint, timeout);
    }

    private static Wire open(Endpoint endpoint, Duration timeout) {
        DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                .timeoutMillis(millis(timeout))
                // Jedis' default is to wait for ever.
                .blockingSocketTimeoutMillis(millis(timeout))
                // RESP2 without HELLO, which servers too old to say so do not know.
                .serverDefaultProtocol()
                .user(endpoint.user().orElse(null))
                .password(endpoint.password().orElse(null))
                .database(endpoint.database())
                // Its defaults check the chain and the host's name.
                .sslOptions(endpoint.tls() ? SslOptions.defaults() : null)
                .build();
        try {
            return new JedisWire(endpoint, new Connection(new HostAndPort(endpoint.host(), endpoint.port()), config));
        } catch (JedisException e) {
            throw new Unreachable("Redis at " + endpoint + " cannot be used: " + reason(e), e);
        }
    }

    private static String reason(JedisException failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root.getSuppressed().length > 0) {
            // One attempt per address of the host; why they failed is in here only.
            root = root.getSuppressed()[0];
        }
        String text = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        if (text.startsWith("WRONGPASS") || text.startsWith("NOAUTH") || text.contains("without any password")) {
            return text + ". Check user and password of millrace.redis.url";
        }
        if (text.startsWith("Unknown reply")) {
            return "it does not speak Redis' protocol (" + text + "). Check host and port of millrace.redis.url";
        }
        return text.replaceFirst("\\.$", "") + ". Check that it runs and that millrace.redis.url names it";
    }

    @Override
    public void send(byte[]... command) {
        refuseIfBroken();
        CommandArguments arguments = new CommandArguments(new Name(command[0]));
        for (int i = 1; i < command.length; i++) {
            arguments.add(command[i]);
        }
        try {
            connection.sendCommand(arguments);
        } catch (JedisException e) {
            throw lost(e);
        }
    }

    @Override
    public @Nullable Object receive(Duration timeout) {
        refuseIfBroken();
        try {
            connection.setSoTimeout(millis(timeout));
            return connection.getOne();
        } catch (JedisDataException e) {
            throw new Refused(String.valueOf(e.getMessage()), e);
        } catch (JedisException e) {
            throw lost(e);
        }
    }

    /** A disconnected Jedis connection would silently connect again, and answer what was never asked. */
    private void refuseIfBroken() {
        if (broken) {
            throw new ReplyLost("The connection to " + endpoint + " was cut.", null);
        }
    }

    private ReplyLost lost(JedisException cause) {
        cut();
        return new ReplyLost("The connection to " + endpoint + " broke: " + cause.getMessage() + ".", cause);
    }

    @Override
    public void cut() {
        broken = true;
        try {
            connection.forceDisconnect();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "Cutting a connection to " + endpoint + " failed; it is gone.", e);
        }
    }

    @Override
    public void close() {
        cut();
    }

    private static int millis(Duration timeout) {
        // Zero would mean no limit.
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, timeout.toMillis()));
    }

    private static final class Name implements ProtocolCommand {

        private final byte[] raw;

        Name(byte[] raw) {
            this.raw = raw;
        }

        @Override
        public byte[] getRaw() {
            return raw;
        }
    }
}
