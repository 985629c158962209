package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;

import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;

/**
 * The streams that cannot be read, for a right is missing, the key is of a foreign type, or something of the topic's
 * alone fails, such as its codec: left out, so that the others are served, and looked at again from time to time. One
 * thread's.
 */
final class StoppedTopics {

    private static final System.Logger LOG = System.getLogger(StoppedTopics.class.getName());

    private final Map<String, Long> againAt = new HashMap<>();

    /** Whether an error is about one stream, not about the server. */
    static boolean concernsTopic(Refused failure) {
        return failure.remedy() == Remedy.STOP_TOPIC || failure.remedy() == Remedy.LEAVE_MESSAGE;
    }

    /** Whether a stream is to be tried now. */
    boolean admits(String key) {
        Long at = againAt.get(key);
        return at == null || System.nanoTime() - at >= 0;
    }

    /** Does something with a stream, and leaves it out for a while where it cannot be done. */
    void tried(String key, Runnable step) {
        try {
            step.run();
        } catch (Refused e) {
            if (!concernsTopic(e)) {
                throw e;
            }
            if (leaveOut(key)) {
                LOG.log(
                        Level.ERROR,
                        cannotBeServed(key) + ": " + e.getMessage()
                                + ". Give the right, which ACL LOG on the server names, or remove what is in the key's"
                                + " place.");
            }
            return;
        } catch (StreamFailure e) {
            throw e;
        } catch (RuntimeException e) {
            if (leaveOut(key)) {
                LOG.log(Level.ERROR, cannotBeServed(key) + ".", e);
            }
            return;
        }
        if (againAt.containsKey(key) && admits(key)) {
            againAt.remove(key);
            LOG.log(Level.INFO, "Broadcast of stream " + key + ": is served again.");
        }
    }

    /** Returns whether it was not left out before. */
    private boolean leaveOut(String key) {
        return againAt.put(key, System.nanoTime() + ReconnectBackoff.LONGEST.toNanos()) == null;
    }

    private static String cannotBeServed(String key) {
        return "Broadcast of stream " + key + ": cannot be served, and is looked at again from time to time";
    }
}
