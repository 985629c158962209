package dev.millrace.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import dev.millrace.Retention;

/**
 * The retention of each topic as configured for a provider: {@code <prefix>max-length},
 * {@code <prefix>trim-unacked} and {@code <prefix>dead-letter-max-length} for all topics, and the same followed by
 * a dot and a topic's name for that one. Thread-safe.
 */
public final class ConfiguredRetention implements Function<String, Retention> {

    private static final String MAX_LENGTH = "max-length";
    private static final String TRIM_UNACKED = "trim-unacked";
    private static final String DEAD_LETTER_MAX_LENGTH = "dead-letter-max-length";

    private final Settings settings;
    private final String prefix;
    private final Retention everywhere;
    private final Map<String, Retention> known = new ConcurrentHashMap<>();

    /**
     * Reads what is set for all topics, and for those that the settings can list.
     *
     * @param prefix what the provider's settings begin with, such as {@code millrace.redis.}
     * @throws IllegalArgumentException if a value is invalid, naming the setting and the value
     */
    public ConfiguredRetention(Settings settings, String prefix) {
        this.settings = settings;
        this.prefix = prefix;
        this.everywhere = read("", Retention.DEFAULT);
        for (String name : settings.names()) {
            for (String option : List.of(MAX_LENGTH, TRIM_UNACKED, DEAD_LETTER_MAX_LENGTH)) {
                String start = prefix + option + ".";
                if (name.startsWith(start) && name.length() > start.length()) {
                    apply(name.substring(start.length()));
                }
            }
        }
    }

    /** That of topics for which nothing else is set. */
    public Retention everywhere() {
        return everywhere;
    }

    /**
     * That of a topic.
     *
     * @throws IllegalArgumentException if a value is invalid that the settings could not list before
     */
    @Override
    public Retention apply(String topic) {
        // Kept, since a source of configuration may be slow; not computed within the map, since it may be the
        // application's.
        Retention retention = known.get(topic);
        if (retention == null) {
            retention = read("." + topic, everywhere);
            known.put(topic, retention);
        }
        return retention;
    }

    private Retention read(String suffix, Retention otherwise) {
        String length = prefix + MAX_LENGTH + suffix;
        String unacked = prefix + TRIM_UNACKED + suffix;
        String dead = prefix + DEAD_LETTER_MAX_LENGTH + suffix;
        Retention read = set(length, otherwise, settings.longNumber(length), Retention::maxLength);
        read = set(unacked, read, settings.flag(unacked), Retention::trimUnacked);
        return set(dead, read, settings.longNumber(dead), Retention::deadLetterMaxLength);
    }

    private interface Option<T> {
        Retention set(Retention retention, T value);
    }

    private static <T> Retention set(String name, Retention before, Optional<T> value, Option<T> option) {
        try {
            return value.isPresent() ? option.set(before, value.get()) : before;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }
}
