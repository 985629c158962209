package dev.millrace.cdi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.CodeSource;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.PassivationCapable;

/** Tells whether the extension is in an application more than once (HND-13). */
final class Presence {

    private static final String CLASS_FILE = ConsumesExtension.class.getName().replace('.', '/') + ".class";

    private Presence() {}

    /** A fault where class loaders see the extension in two jars, of which the first one wins by chance. */
    static Optional<String> twiceOnClassPath() {
        Set<String> places = new LinkedHashSet<>();
        for (ClassLoader loader : loaders()) {
            try {
                for (URL found : Collections.list(loader.getResources(CLASS_FILE))) {
                    places.add(found.toString().replace(CLASS_FILE, ""));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        List<String> all = List.copyOf(places);
        return all.size() < 2 ? Optional.empty() : Optional.of(Problems.extensionTwice(all.get(0), all.get(1)));
    }

    private static List<ClassLoader> loaders() {
        ClassLoader own = ConsumesExtension.class.getClassLoader();
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        return application == null ? List.of(own) : List.of(own, application);
    }

    /** Whether a bean is one that an extension of this name supplies, be it this one or another. */
    static boolean isSupplied(Bean<?> bean) {
        return bean instanceof PassivationCapable capable
                && capable.getId() != null
                && capable.getId().startsWith(SuppliedBean.ID_PREFIX);
    }

    /** The fault of a second extension in the same container, told by a bean that it supplies. */
    static String twiceInContainer(Bean<?> other) {
        String first = place(other.getBeanClass());
        String own = place(ConsumesExtension.class);
        return Problems.extensionTwice(first, first.equals(own) ? "the same, added by hand" : own);
    }

    private static String place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? String.valueOf(type.getClassLoader())
                : source.getLocation().toString();
    }
}
