package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.millrace.spi.Settings;
import org.junit.jupiter.api.Test;

/** Holds builder, settings, properties and README together (OPT-1): every name, every default, none left out. */
class OptionsTest {

    private static final String NONE = "–";

    /** Default by property, as the README has it. */
    private static Map<String, String> table() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        String start = "<!-- options:redis -->";
        String table =
                readme.substring(readme.indexOf(start), readme.indexOf("<!-- /options -->", readme.indexOf(start)));
        return table.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.replace("`", "").split("\\|"))
                .collect(Collectors.toMap(
                        cells -> cells[1].strip(), cells -> cells[2].strip(), (a, b) -> a, LinkedHashMap::new));
    }

    private static String property(String option) {
        return "millrace.redis." + option.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static Set<String> settingsProperties() {
        return Arrays.stream(RedisSettings.class.getRecordComponents())
                .map(component -> property(component.getName()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void propertiesOfTheReadmeAreThoseOfTheSettings() throws IOException {
        assertThat(table().keySet()).containsExactlyInAnyOrderElementsOf(settingsProperties());
    }

    @Test
    void propertiesThatTheProviderReadsAreThoseOfTheSettings() {
        Set<String> asked = new TreeSet<>();

        new RedisBrokerProvider()
                .create(new Settings(name -> {
                    asked.add(name);
                    return Optional.empty();
                }))
                .close();

        assertThat(asked).isEqualTo(settingsProperties());
    }

    @Test
    void optionsOfTheBuilderAreThoseOfTheSettings() {
        Set<String> built = new TreeSet<>();
        for (Method method : RedisBrokerBuilder.class.getMethods()) {
            if (method.getReturnType() == RedisBrokerBuilder.class) {
                built.add(property(method.getName()));
            }
        }
        // Objects of the application, which no property can name.
        built.removeAll(Set.of(property("codec"), property("codecs"), property("credentials"), property("retention")));

        assertThat(built).isEqualTo(settingsProperties());
    }

    @Test
    void defaultsOfTheReadmeAreThoseOfTheBuilder() throws ReflectiveOperationException, IOException {
        RedisSettings defaults = RedisBroker.builder().settings();
        Map<String, String> table = table();

        for (RecordComponent component : RedisSettings.class.getRecordComponents()) {
            Object value = component.getAccessor().invoke(defaults);
            String written = table.get(property(component.getName()));
            assertThat(read(written, component.getType()))
                    .as(component.getName())
                    .isEqualTo(value);
        }
    }

    private static Object read(String written, Class<?> type) {
        if (type == Duration.class) {
            return Settings.parseDuration("README", written);
        }
        if (type == int.class) {
            return Integer.valueOf(written);
        }
        if (type == long.class) {
            return Long.valueOf(written);
        }
        if (type == boolean.class) {
            return Boolean.valueOf(written);
        }
        if (type == URI.class) {
            return URI.create(written);
        }
        if (type == Optional.class) {
            return written.equals(NONE) ? Optional.empty() : Optional.of(written);
        }
        if (type == RedisSettings.Connect.class) {
            return RedisSettings.Connect.valueOf(written.toUpperCase(Locale.ROOT));
        }
        return written.equals(NONE) ? "" : written;
    }
}
