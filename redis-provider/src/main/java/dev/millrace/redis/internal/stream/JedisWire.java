package dev.millrace.redis.internal.stream;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.TurnedAway;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.KeyValue;

/** A connection of Jedis: the only place that knows Jedis, and where its exceptions end. */
final class JedisWire implements Wire {

    private static final System.Logger LOG = System.getLogger(JedisWire.class.getName());

    private final Endpoint endpoint;
    private final Connection connection;
    private final @Nullable Socket plain;
    private volatile boolean inUse;
    private volatile boolean broken;

    private JedisWire(Endpoint endpoint, Connection connection, @Nullable Socket plain) {
        this.endpoint = endpoint;
        this.connection = connection;
        this.plain = plain;
    }

    /**
     * Connects and logs in, all within the limit.
     *
     * @throws Unreachable if that failed, naming the endpoint and what to do
     */
    static Wire open(Access access, Login login, Duration limit) {
        Dialling dialling = new Dialling(access, limit);
        JedisWire wire = connect(access.endpoint(), dialling);
        try {
            wire.logIn(login, dialling);
            return wire;
        } catch (ReplyLost e) {
            throw ConnectFailure.afterConnecting(access.endpoint(), e);
        } catch (Refused e) {
            wire.cut();
            throw ConnectFailure.of(access.endpoint(), e);
        }
    }

    private static JedisWire connect(Endpoint endpoint, Dialling dialling) {
        try {
            Connection connection = new Connection(sockets(dialling));
            connection.connect();
            return new JedisWire(endpoint, connection, dialling.plain());
        } catch (IllegalArgumentException e) {
            throw new TurnedAway("Redis at " + endpoint + " cannot be used: " + e.getMessage(), e);
        } catch (JedisException e) {
            throw ConnectFailure.of(endpoint, e);
        }
    }

    private static JedisSocketFactory sockets(Dialling dialling) {
        return () -> {
            try {
                return dialling.socket();
            } catch (IOException e) {
                throw new JedisConnectionException(String.valueOf(e.getMessage()), e);
            }
        };
    }

    /** In one round trip. RESP2 without HELLO, which servers too old to say so do not know. */
    private void logIn(Login login, Dialling dialling) {
        List<byte[][]> steps = new ArrayList<>();
        if (endpoint.resp3()) {
            List<String> who = login.password()
                    .map(password -> List.of("AUTH", login.user().orElse("default"), password))
                    .orElse(List.of());
            steps.add(Resp.command("HELLO", 3, who));
        } else {
            login.password()
                    .ifPresent(password ->
                            steps.add(Resp.command("AUTH", login.user().stream().toList(), password)));
        }
        if (endpoint.database() != 0) {
            steps.add(Resp.command("SELECT", endpoint.database()));
        }
        steps.forEach(this::send);
        steps.forEach(step -> receive(dialling.left()));
    }

    @Override
    public void send(byte[]... command) {
        refuseIfBroken();
        CommandArguments arguments = new CommandArguments(new Name(command[0]));
        for (int i = 1; i < command.length; i++) {
            arguments.add(command[i]);
        }
        inUse = true;
        try {
            connection.sendCommand(arguments);
        } catch (JedisException e) {
            throw lost(e);
        } finally {
            inUse = false;
        }
    }

    @Override
    public @Nullable Object receive(Duration timeout) {
        refuseIfBroken();
        inUse = true;
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
        } finally {
            inUse = false;
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
            if (inUse && plain != null) {
                // A secure one would wait for its writer before it closes.
                plain.close();
            }
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
