package dev.millrace.cdi;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;
import dev.millrace.spi.ConfiguredCodecs;
import dev.millrace.spi.Settings;
import org.jspecify.annotations.Nullable;

/** The codecs of a broker that a provider makes: what is configured, over the application's own bean, over JSON-B (MSG-4). */
final class CodecSource {

    private CodecSource() {}

    /**
     * The codecs.
     *
     * @param manager {@code null} before the deployment is validated, when there is no bean to be had
     */
    static Codecs codecs(Settings settings, @Nullable BeanManager manager) {
        Set<Bean<?>> beans = manager == null ? Set.of() : manager.getBeans(Codecs.class);
        return new ConfiguredCodecs(
                settings, manager == null || beans.isEmpty() ? json() : reference(manager.resolve(beans), manager));
    }

    private static Codecs json() {
        return Codecs.everywhere(PayloadCodec.jsonb());
    }

    private static Codecs reference(Bean<?> bean, BeanManager manager) {
        return (Codecs) manager.getReference(bean, Codecs.class, manager.createCreationalContext(bean));
    }

    /** More than one bean. */
    static List<String> faults(BeanManager manager) {
        Set<Bean<?>> beans = manager.getBeans(Codecs.class);
        try {
            if (!beans.isEmpty()) {
                manager.resolve(beans);
            }
            return List.of();
        } catch (AmbiguousResolutionException e) {
            return List.of(Problems.severalCodecs(
                    beans.stream().map(Object::toString).sorted().collect(Collectors.joining(" and "))));
        }
    }

    /** Settings that name no codec. */
    static List<String> faults(Settings settings, Collection<String> topics) {
        ConfiguredCodecs configured = new ConfiguredCodecs(settings, json());
        Set<String> faults = new LinkedHashSet<>();
        for (String topic : topics) {
            try {
                configured.codec(topic);
            } catch (IllegalArgumentException e) {
                faults.add(Problems.setting(String.valueOf(e.getMessage())));
            }
        }
        return List.copyOf(faults);
    }
}
