package dev.millrace.redis.internal.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.millrace.ConsumerOptions;

/**
 * The names of one broker's consumers: its own, and those that options give, each held for as long as a consumer
 * goes by it. Thread-safe.
 */
final class ConsumerNames {

    private final Shared shared;
    private final Endpoint endpoint;
    private final Optional<String> configured;
    private final Map<String, Given> given = new HashMap<>();
    private final Map<String, Given> unused = new HashMap<>();

    /** What the consumers of one name go by, and how many they are. */
    private static final class Given {

        final Shared shared;
        final Runnable keeping;
        int consumers;

        Given(Shared shared) {
            this.shared = shared;
            this.keeping = shared.name()::keep;
            shared.leaseKeeper().addName(keeping);
        }

        void free(boolean onServer) {
            shared.leaseKeeper().remove(keeping);
            ConsumerNames.free(shared.name(), onServer);
        }
    }

    ConsumerNames(Shared shared, Endpoint endpoint, Optional<String> configured) {
        this.shared = shared;
        this.endpoint = endpoint;
        this.configured = configured;
        shared.leaseKeeper().addName(shared.name()::keep);
    }

    /** The name that options give; empty for the broker's own. */
    String given(ConsumerOptions options) {
        return options.consumer()
                .filter(name -> !configured.equals(Optional.of(name)))
                .orElse("");
    }

    /** What one more consumer of this name goes by. */
    synchronized Shared join(String name) {
        if (name.isEmpty()) {
            return shared;
        }
        Given joined = given.computeIfAbsent(name, this::held);
        joined.consumers++;
        return joined.shared;
    }

    /** One that is held still, or it would be in its own way. */
    private Given held(String name) {
        Given before = unused.remove(name);
        return before != null
                ? before
                : new Given(
                        shared.named(new ConsumerName(shared.commands(), shared.keys(), endpoint, Optional.of(name))));
    }

    /** One consumer of this name is over. */
    synchronized void leave(String name) {
        Given left = given.get(name);
        if (left != null && --left.consumers == 0) {
            given.remove(name);
            unused.put(name, left);
        }
    }

    /** Frees the names that no consumer has any more, which may wait for the server. */
    void freeUnused() {
        List<Given> free;
        synchronized (this) {
            free = List.copyOf(unused.values());
            unused.clear();
        }
        free.forEach(each -> each.free(!shared.outage().isGoing()));
    }

    /**
     * Frees all, for good.
     *
     * @param onServer whether the server is told; else the tokens run out by themselves
     */
    void freeAll(boolean onServer) {
        List<Given> free;
        synchronized (this) {
            free = new ArrayList<>(unused.values());
            free.addAll(given.values());
            unused.clear();
            given.clear();
        }
        free.forEach(each -> each.free(onServer));
        free(shared.name(), onServer);
    }

    private static void free(ConsumerName name, boolean onServer) {
        if (onServer) {
            name.letGo();
        } else {
            name.forget();
        }
    }
}
