package dev.millrace.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;

/**
 * Codecs as configured: {@code millrace.codec.<topic>} names the one of a topic, {@code millrace.codec} that of
 * all others. Names are {@code json}, {@code text}, {@code bytes}, and those of the {@link CodecProvider}s on
 * the class path. Thread-safe.
 */
public final class ConfiguredCodecs implements Codecs {

    private static final String SETTING = "millrace.codec";

    private final Settings settings;
    private final Codecs others;
    private final ClassLoader application;
    private final Map<String, PayloadCodec> chosen = new ConcurrentHashMap<>();

    /**
     * The codecs that settings name, found with the class loader of the thread that calls this.
     *
     * @param others the codec of topics for which nothing is configured
     */
    public ConfiguredCodecs(Settings settings, Codecs others) {
        this.settings = settings;
        this.others = others;
        this.application = Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                .orElse(ConfiguredCodecs.class.getClassLoader());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if a setting names a codec that is not there
     */
    @Override
    public PayloadCodec codec(String topic) {
        // Kept, since a source of configuration may be slow; not computed within the map, since it may be the
        // application's.
        PayloadCodec known = chosen.get(topic);
        if (known == null) {
            known = configured(SETTING + "." + topic)
                    .or(() -> configured(SETTING))
                    .orElseGet(() -> others.codec(topic));
            chosen.put(topic, known);
        }
        return known;
    }

    private Optional<PayloadCodec> configured(String setting) {
        return settings.text(setting).map(name -> {
            Map<String, Supplier<PayloadCodec>> present = present();
            Supplier<PayloadCodec> codec = present.get(name);
            if (codec == null) {
                throw new IllegalArgumentException(setting + ": no codec has that name (was \"" + name + "\"; present: "
                        + String.join(", ", present.keySet()) + "). Correct the name, or add the codec's jar.");
            }
            return codec.get();
        });
    }

    private Map<String, Supplier<PayloadCodec>> present() {
        Map<String, Supplier<PayloadCodec>> present = new TreeMap<>();
        present.put("json", PayloadCodec::jsonb);
        present.put("text", PayloadCodec::text);
        present.put("bytes", PayloadCodec::bytes);
        // A server may keep the application's class path and ours apart.
        List<ClassLoader> loaders = new ArrayList<>(List.of(application));
        loaders.add(ConfiguredCodecs.class.getClassLoader());
        for (ClassLoader loader : loaders) {
            ServiceLoader.load(CodecProvider.class, loader)
                    .forEach(provider -> present.putIfAbsent(provider.name(), provider::codec));
        }
        return present;
    }
}
