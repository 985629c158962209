package dev.millrace.redis.internal.stream;

import java.util.Optional;

/** Who logs in. Its text shows no password, for it may get into an error. */
public record Login(Optional<String> user, Optional<String> password) {

    /** What is missing here is taken from the URL. */
    public Login orElse(Endpoint endpoint) {
        return new Login(user.or(endpoint::user), password.or(endpoint::password));
    }

    @Override
    public String toString() {
        return "Login[user=" + user.orElse("default") + "]";
    }
}
