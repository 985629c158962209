package dev.millrace.redis.internal.stream;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

import javax.net.ssl.SSLParameters;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.TurnedAway;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.KeyValue;

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

    /**
     * Connects and logs in.
     *
     * @throws Unreachable if that failed, naming the endpoint and what to do
     */
    static Wire open(Access access, Login login, Duration timeout) {
        Endpoint endpoint = access.endpoint();
        try {
            return new JedisWire(
                    endpoint,
                    new Connection(
                            new HostAndPort(endpoint.host(), endpoint.port()), config(access, login, millis(timeout))));
        } catch (IllegalArgumentException e) {
            throw new TurnedAway("Redis at " + endpoint + " cannot be used: " + e.getMessage(), e);
        } catch (JedisException e) {
            throw ConnectFailure.of(endpoint, e);
        }
    }

    private static JedisClientConfig config(Access access, Login login, int millis) {
        Endpoint endpoint = access.endpoint();
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .timeoutMillis(millis)
                // Jedis' default is to wait for ever.
                .blockingSocketTimeoutMillis(millis)
                // RESP2 without HELLO, which servers too old to say so do not know.
                .serverDefaultProtocol()
                // One command less for each connection, and one right less to ask for.
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .user(login.user().orElse(null))
                .password(login.password().orElse(null))
                .database(endpoint.database());
        if (endpoint.resp3()) {
            config.resp3();
        }
        if (endpoint.tls()) {
            secure(config, access.certificates());
        }
        return config.build();
    }

    // What replaces these reads stores of one kind, and no PEM file.
    @SuppressWarnings("deprecation")
    private static void secure(DefaultJedisClientConfig.Builder config, Certificates certificates) {
        SSLParameters checks = new SSLParameters();
        // Without it any certificate of a trusted authority would do, whatever host it is for.
        checks.setEndpointIdentificationAlgorithm("HTTPS");
        config.ssl(true).sslSocketFactory(certificates.sockets()).sslParameters(checks);
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
            return asInResp2(connection.getOne());
        } catch (JedisDataException e) {
            throw new Refused(String.valueOf(e.getMessage()), e);
        } catch (JedisException e) {
            throw lost(e);
        } catch (OutOfMemoryError e) {
            // The rest of a reply too large for this process would be taken for the replies to come.
            throw lost(e);
        }
    }

    /** RESP3 has maps where RESP2 has lists of pairs. */
    private static @Nullable Object asInResp2(@Nullable Object reply) {
        return reply instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof KeyValue<?, ?>
                ? list.stream()
                        .map(each -> (KeyValue<?, ?>) each)
                        .map(each -> List.of(each.getKey(), each.getValue()))
                        .toList()
                : reply;
    }

    /** A disconnected Jedis connection would silently connect again, and answer what was never asked. */
    private void refuseIfBroken() {
        if (broken) {
            throw new ReplyLost("The connection to " + endpoint + " was cut.", null);
        }
    }

    private ReplyLost lost(Throwable cause) {
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
