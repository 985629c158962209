package dev.millrace.redis.internal.stream;

import java.util.function.Supplier;

/**
 * How connections reach a server and get in.
 *
 * @param login asked anew for each connection, since passwords change while an application runs
 * @param certificates read anew for each connection, for the same reason
 */
public record Access(Endpoint endpoint, Supplier<Login> login, Certificates certificates) {

    /** As the URL alone says. */
    public static Access of(Endpoint endpoint) {
        Login login = new Login(endpoint.user(), endpoint.password());
        return new Access(endpoint, () -> login, Certificates.OF_THE_PLATFORM);
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
