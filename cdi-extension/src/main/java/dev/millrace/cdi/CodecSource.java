package dev.millrace.cdi;

import java.util.ArrayList;
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

    private final List<Bean<?>> beans = new ArrayList<>();

    /**
     * A bean of the application. Not asked of the container afterwards: it would show those alone that Millrace's own jar
     * may see, in an EAR's library none of a WAR's.
     */
    void saw(Bean<?> found) {
        if (found.getTypes().contains(Codecs.class) && BrokerSource.isDefault(found)) {
            beans.add(found);
        }
    }

    /**
     * The codecs.
     *
     * @param manager {@code null} before the deployment is validated, when there is no bean to be had
     */
    Codecs codecs(Settings settings, @Nullable BeanManager manager) {
        return new ConfiguredCodecs(
                settings, manager == null || beans.isEmpty() ? json() : reference(resolved(manager), manager));
    }

    private Bean<?> resolved(BeanManager manager) {
        return manager.resolve(Set.copyOf(BrokerSource.alternativesOf(beans)));
    }

    private static Codecs json() {
        return Codecs.everywhere(PayloadCodec.jsonb());
    }

    private static Codecs reference(Bean<?> bean, BeanManager manager) {
        return (Codecs) manager.getReference(bean, Codecs.class, manager.createCreationalContext(bean));
    }

    /** More than one bean. */
    List<String> faults(BeanManager manager) {
        try {
            if (!beans.isEmpty()) {
                resolved(manager);
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
