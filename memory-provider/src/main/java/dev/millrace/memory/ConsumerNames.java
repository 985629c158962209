package dev.millrace.memory;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.millrace.ConsumerOptions;

/**
 * The names of one replica in its groups: its own, and those that options give, each for as long as one of its
 * consumers goes by it. Used by one thread at a time, but for what it tells the store.
 */
final class ConsumerNames {

    private static final System.Logger LOG = System.getLogger(MemoryBroker.class.getName());

    /** Those who go by a name; only under the store's lock. */
    private record Given(String name, List<LocalSubscription> users) {

        boolean isInUse() {
            users.removeIf(LocalSubscription::isOver);
            return !users.isEmpty();
        }
    }

    final String own;
    private final String wanted;
    private final Store store;
    private final Map<String, Given> given = new HashMap<>();

    ConsumerNames(Store store, String wanted) {
        this.store = store;
        this.wanted = wanted;
        this.own = store.takeConsumerName(wanted, () -> true);
        tellIfTaken(wanted, own);
    }

    private static void tellIfTaken(String wanted, String name) {
        if (!name.equals(wanted)) {
            LOG.log(
                    Level.WARNING,
                    "consumer name {0}: a live replica has it already, so this one is {1}. Give each replica a name"
                            + " of its own.",
                    wanted,
                    name);
        }
    }

    /** Makes a consumer under the name that its options give, or the replica's own. */
    <S extends LocalSubscription> S named(ConsumerOptions options, Function<String, S> making) {
        String name = options.consumer().orElse(own);
        if (name.equals(own) || name.equals(wanted)) {
            return making.apply(own);
        }
        // Under the lock, or another replica could take the name before somebody here goes by it.
        return store.locked(() -> {
            given.values().removeIf(each -> !each.isInUse());
            Given taken = given.computeIfAbsent(name, this::take);
            S made = making.apply(taken.name());
            taken.users().add(made);
            return made;
        });
    }

    private Given take(String name) {
        List<LocalSubscription> users = new ArrayList<>();
        String taken = store.takeConsumerName(name, () -> new Given(name, users).isInUse());
        tellIfTaken(name, taken);
        return new Given(taken, users);
    }

    /** Frees the replica's own name; the others are free when their consumers are over. */
    void release() {
        store.releaseConsumerName(own);
    }
}
