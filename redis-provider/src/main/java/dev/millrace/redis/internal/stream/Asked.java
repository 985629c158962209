package dev.millrace.redis.internal.stream;

import java.util.function.Supplier;

import dev.millrace.BrokerException;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;

/** What an application asks for, with failures in the words of the api. */
final class Asked {

    private Asked() {}

    static <T> T of(String subject, Supplier<T> command) {
        try {
            return command.get();
        } catch (Closed e) {
            throw new IllegalStateException(subject + ": the broker is closed.", e);
        } catch (Refused e) {
            throw new BrokerException(subject + ": Redis refused: " + e.getMessage() + ".", e);
        } catch (StreamFailure e) {
            throw new BrokerUnavailableException(subject + ": " + e.getMessage() + ".", e);
        }
    }
}
