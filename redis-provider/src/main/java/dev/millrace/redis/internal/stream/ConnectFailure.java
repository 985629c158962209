package dev.millrace.redis.internal.stream;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

import javax.net.ssl.SSLException;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.TurnedAway;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;

/** Why there is no connection, in words that name the cause and what to do about it. */
final class ConnectFailure {

    private ConnectFailure() {}

    /** It could not be made, or the login was refused. */
    static Unreachable of(Endpoint endpoint, Throwable failure) {
        Throwable root = root(failure);
        String text = root.getMessage() == null
                ? root.getClass().getSimpleName()
                : root.getMessage().replaceFirst("[.?]+$", "");
        String subject = "Redis at " + endpoint + " cannot be used: ";
        if (text.startsWith("WRONGPASS") || text.startsWith("NOAUTH") || text.contains("without any password")) {
            return new TurnedAway(
                    subject + text
                            + ". Check millrace.redis.user and .password, or user and password of millrace.redis.url",
                    failure);
        }
        if (isProtected(text)) {
            return new TurnedAway(
                    subject + "it is in protected mode, which keeps out other hosts. Give its default user a password,"
                            + " and that in millrace.redis.password or millrace.redis.url",
                    failure);
        }
        if (isFull(text)) {
            return new Unreachable(
                    subject + text + ". Raise its maxclients, or see who holds so many connections (CLIENT LIST)",
                    failure);
        }
        if (text.startsWith("Unknown reply")) {
            return new Unreachable(
                    subject + "it does not speak Redis' protocol (" + text
                            + "). Check host and port of millrace.redis.url",
                    failure);
        }
        if (isOfTls(failure)) {
            return new TurnedAway(subject + text + remedyOfTls(text), failure);
        }
        return new Unreachable(subject + text + remedy(endpoint, root), failure);
    }

    /** Whether the server has said why it ends the connection: what is asked next would only find it ended. */
    static boolean isLastWord(Refused refusal) {
        String text = String.valueOf(refusal.getMessage());
        return isProtected(text) || isFull(text);
    }

    private static boolean isProtected(String text) {
        return text.startsWith("DENIED");
    }

    private static boolean isFull(String text) {
        return text.contains("max number of clients");
    }

    /** With TLS 1.3 a server looks at the client's certificate only after the client took the connection for good. */
    static Unreachable afterConnecting(Endpoint endpoint, ReplyLost failure) {
        if (root(failure) instanceof SocketTimeoutException) {
            return new Unreachable(
                    "Redis at " + endpoint + " took the connection and did not answer. Check that"
                            + " millrace.redis.url names it, " + (endpoint.tls() ? "that the port takes TLS, " : "")
                            + "and that it is not hung",
                    failure);
        }
        return of(endpoint, failure);
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static boolean isOfTls(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SSLException) {
                return true;
            }
        }
        return false;
    }

    private static String remedy(Endpoint endpoint, Throwable root) {
        boolean neverConnected = root instanceof ConnectException
                || root instanceof UnknownHostException
                || String.valueOf(root.getMessage()).startsWith("Connect timed out");
        if (neverConnected) {
            return ". Check that it runs and that millrace.redis.url names it";
        }
        return endpoint.tls()
                ? ". Check that the port in millrace.redis.url takes TLS, and millrace.redis.key-store in case the"
                        + " server asks for a certificate; its log may say more"
                : ". Check that millrace.redis.url names it, and whether the port takes TLS only: then write rediss://";
    }

    private static String remedyOfTls(String text) {
        if (text.startsWith("Unsupported or unrecognized")) {
            return ": it does not speak TLS on this port. Write redis:// in millrace.redis.url, or the port for TLS";
        }
        return text.contains("alert")
                ? ". The server ended it: check millrace.redis.key-store, and what the server's log says"
                : ". Check the host of millrace.redis.url, the server's certificate, and millrace.redis.trust-store";
    }
}
