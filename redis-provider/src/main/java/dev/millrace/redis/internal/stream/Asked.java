package dev.millrace.redis.internal.stream;

import java.util.function.Supplier;

import dev.millrace.BrokerException;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;

/** What an application asks for, with failures in the words of the api. */
final class Asked {

    private Asked() {}

    /** Of a command that changes nothing, so that it may be asked again whatever became of it. */
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

    /** Of one that changes something, which a lost reply leaves unknown. */
    static <T> T toChange(String subject, Supplier<T> command) {
        return of(subject, () -> {
            try {
                return command.get();
            } catch (ReplyLost e) {
                throw new BrokerException(
                        subject + ": it was sent and its reply lost, so that it may have been done: " + e.getMessage()
                                + ". Look what is there before you ask for it again.",
                        e);
            }
        });
    }
}
