package dev.millrace.redis;

import java.util.Optional;

/**
 * How a connection logs in. Its text does not show the password.
 *
 * @param user a user of the server's access control list; if empty, the one of the URL, or the default user
 * @param password the password
 */
public record RedisCredentials(Optional<String> user, String password) {

    /** A user of the server's access control list. */
    public static RedisCredentials of(String user, String password) {
        return new RedisCredentials(Optional.of(user), password);
    }

    /** The user of the URL if it names one, else the default user. */
    public static RedisCredentials ofPassword(String password) {
        return new RedisCredentials(Optional.empty(), password);
    }

    @Override
    public String toString() {
        return "RedisCredentials[user=" + user.orElse("default") + "]";
    }
}
