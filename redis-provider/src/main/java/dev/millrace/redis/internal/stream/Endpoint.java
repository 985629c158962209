package dev.millrace.redis.internal.stream;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** Where the server is and how to log in. Its text shows no password, for it goes into every error. */
public record Endpoint(
        String host,
        int port,
        boolean tls,
        Optional<String> user,
        Optional<String> password,
        int database,
        boolean resp3) {

    private static final int DEFAULT_PORT = 6379;

    /**
     * Reads a URI.
     *
     * @throws IllegalArgumentException if it is not of the form {@code redis://user:password@host:port/database}
     */
    public static Endpoint of(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("redis") && !scheme.equals("rediss")) {
            throw malformed("the scheme must be redis or rediss (was \"" + scheme + "\")");
        }
        if (uri.getHost() == null) {
            throw malformed(
                    "a host is needed (none was found: its name may hold letters, digits, hyphens and dots, but no"
                            + " underscore, and special characters of a password are percent-encoded)");
        }
        String login = uri.getUserInfo() == null ? "" : uri.getUserInfo();
        int colon = login.indexOf(':');
        return new Endpoint(
                // Brackets are part of an IPv6 address in a URI, and of no address elsewhere.
                uri.getHost().replaceAll("[\\[\\]]", ""),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                scheme.equals("rediss"),
                notEmpty(colon < 0 ? "" : login.substring(0, colon)),
                notEmpty(colon < 0 ? login : login.substring(colon + 1)),
                database(uri.getPath()),
                isResp3(uri.getQuery()));
    }

    /**
     * Reads the text of a URI.
     *
     * @throws IllegalArgumentException if it is no URI; the error does not repeat it, since it may hold a password
     */
    public static URI parse(String text) {
        try {
            return new URI(text.strip());
        } catch (java.net.URISyntaxException e) {
            // Without its cause on purpose: that one quotes the input.
            throw malformed("no URI (character " + e.getIndex() + " is wrong; percent-encode it)");
        }
    }

    private static int database(@Nullable String path) {
        String number = path == null ? "" : path.replaceFirst("^/", "");
        if (number.isEmpty()) {
            return 0;
        }
        try {
            return Integer.parseUnsignedInt(number);
        } catch (NumberFormatException e) {
            throw malformed("the path must be the number of a database (was \"" + path + "\")");
        }
    }

    /** The protocol changes nothing for those who use Millrace; it is here for servers and proxies that speak one only. */
    private static boolean isResp3(@Nullable String query) {
        return switch (query == null ? "" : query) {
            case "", "protocol=2" -> false;
            case "protocol=3" -> true;
            default -> throw malformed("nothing but protocol=2 or protocol=3 may follow the question mark");
        };
    }

    private static Optional<String> notEmpty(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static IllegalArgumentException malformed(String problem) {
        return new IllegalArgumentException(
                "millrace.redis.url: " + problem + ". Write redis://user:password@host:port, or rediss for TLS.");
    }

    /** What went wrong, with this endpoint named before it unless it is named already. */
    String named(@Nullable String problem) {
        String text = String.valueOf(problem);
        return text.contains(toString()) ? text : "Redis at " + this + " cannot be worked with: " + text;
    }

    @Override
    public String toString() {
        return (tls ? "rediss://" : "redis://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port
                + (database == 0 ? "" : "/" + database);
    }
}
