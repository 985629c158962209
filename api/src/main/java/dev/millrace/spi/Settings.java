package dev.millrace.spi;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Typed access to configuration, with errors that name the setting and its value. Thread-safe if its source is. */
public final class Settings {

    private static final Pattern SHORT = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)", Pattern.CASE_INSENSITIVE);

    private final Function<String, Optional<String>> source;
    private final Supplier<Set<String>> names;

    /**
     * Settings from a source that cannot list them.
     *
     * @param source the value of a setting by its dotted name, empty where it is not set
     */
    public Settings(Function<String, Optional<String>> source) {
        this(source, Set::of);
    }

    /**
     * Settings from a source.
     *
     * @param source the value of a setting by its dotted name, empty where it is not set
     * @param names the names of those that are set, some perhaps as variables of the environment
     */
    public Settings(Function<String, Optional<String>> source, Supplier<Set<String>> names) {
        this.source = source;
        this.names = names;
    }

    /**
     * Settings from system properties, then environment variables. The variable of
     * {@code millrace.redis.url} is {@code MILLRACE_REDIS_URL}: upper case, and an underscore for every
     * character that is no letter or digit, as in MicroProfile Config.
     */
    public static Settings ofSystem() {
        return new Settings(of(System::getProperty, System::getenv).source, () -> {
            Set<String> all = new HashSet<>(System.getProperties().stringPropertyNames());
            all.addAll(System.getenv().keySet());
            return all;
        });
    }

    /** The settings of the calling thread's application: MicroProfile Config where it is there, else {@link #ofSystem()}. */
    public static Settings ofApplication() {
        return MicroProfileConfig.find().orElseGet(Settings::ofSystem);
    }

    static Settings of(Function<String, @Nullable String> properties, Function<String, @Nullable String> variables) {
        return new Settings(name -> {
            String property = properties.apply(name);
            return Optional.ofNullable(property != null ? property : variables.apply(variable(name)));
        });
    }

    private static String variable(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    /** The names of all settings, of Millrace or not, as their source has them; none where it cannot list them. */
    public Set<String> names() {
        return names.get();
    }

    /** The text of a setting; empty where it is not set or blank. */
    public Optional<String> text(String name) {
        Optional<String> value = source.apply(name);
        return value.isEmpty() || value.get().isBlank()
                ? Optional.empty()
                : Optional.of(value.get().strip());
    }

    /**
     * A whole number.
     *
     * @throws IllegalArgumentException if the value is set and no number
     */
    public Optional<Integer> number(String name) {
        return number(name, Integer::valueOf);
    }

    /** A whole number that may be larger than an {@code int}; refused as {@link #number} does. */
    Optional<Long> longNumber(String name) {
        return number(name, Long::valueOf);
    }

    private <N> Optional<N> number(String name, Function<String, N> reading) {
        return text(name).map(value -> {
            try {
                return reading.apply(value);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        name + ": a whole number is needed (was \"" + value + "\"). Write one, such as 5.", e);
            }
        });
    }

    /**
     * A duration.
     *
     * @throws IllegalArgumentException if the value is set and no duration
     */
    public Optional<Duration> duration(String name) {
        return text(name).map(value -> parseDuration(name, value));
    }

    /**
     * A switch.
     *
     * @throws IllegalArgumentException if the value is set and neither {@code true} nor {@code false}
     */
    public Optional<Boolean> flag(String name) {
        return text(name).map(value -> switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        name + ": true or false is needed (was \"" + value + "\"). Write one of them.");
        });
    }

    /**
     * Reads a duration: {@code 500ms}, {@code 5s}, {@code 2m}, {@code 1h}, {@code 1d}, or ISO-8601.
     *
     * @param subject what the error names
     * @throws IllegalArgumentException if the text is none of these
     */
    public static Duration parseDuration(String subject, String text) {
        Matcher matcher = SHORT.matcher(text.strip());
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        }
        try {
            return Duration.parse(text.strip());
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    subject + ": a duration is needed (was \"" + text + "\"). Write 500ms, 5s, 2m, 1h, 1d or PT5S.", e);
        }
    }
}
