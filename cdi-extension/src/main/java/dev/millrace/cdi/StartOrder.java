package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Tells when a handler may start: when the container is up, and no servlet context that the handler belongs to
 * is still to come (DRN-1). Some servers tell an extension of the start-up before a web module has begun its
 * own, so the container's word is not enough there.
 *
 * <p>A handler of a WAR waits for the context of that WAR. One of an EAR's library or EJB module belongs to the
 * whole application: it waits for the first context, where the application has any that tells. Thread-safe.
 */
final class StartOrder {

    private static final System.Logger LOG = System.getLogger(StartOrder.class.getName());

    /** Class loaders of servlet contexts that are being made, told by the initializer, which may run before CDI. */
    private static final Set<ClassLoader> ANNOUNCED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Those of contexts that were up before CDI was. */
    private static final Set<ClassLoader> ALONE =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private static final Pattern OF_WAR = Pattern.compile("/WEB-INF/|\\.war(/|!|$)");

    private final boolean onlyWarsInitialize;
    private final Set<ProtectionDomain> known = new HashSet<>();
    private final Map<ClassLoader, Boolean> webModules = new HashMap<>();
    private final Set<ClassLoader> contexts = new HashSet<>();
    private boolean containerUp;

    StartOrder() {
        // It finds initializers in the WAR's own libraries alone.
        this(OpenLiberty.isHere());
    }

    /**
     * An order of nothing yet.
     *
     * @param onlyWarsInitialize whether the servlet container runs no initializer that is outside of the WAR
     */
    StartOrder(boolean onlyWarsInitialize) {
        this.onlyWarsInitialize = onlyWarsInitialize;
    }

    /** A servlet context will be initialized, and will say so. */
    static void announce(ClassLoader web) {
        ALONE.remove(web);
        ANNOUNCED.add(web);
    }

    /** The announced context has been initialized, and its application said so, or none was found. */
    static void arrived(ClassLoader web, boolean alone) {
        ANNOUNCED.remove(web);
        if (alone) {
            ALONE.add(web);
        }
    }

    /** Told by name, since the Servlet API need not be there. */
    static boolean isServletContext(Object payload) {
        return servletContext(payload.getClass().getClassLoader())
                .filter(type -> type.isInstance(payload))
                .isPresent();
    }

    private static Optional<Class<?>> servletContext(@Nullable ClassLoader loader) {
        try {
            return Optional.of(Class.forName("jakarta.servlet.ServletContext", false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** A class of the application. */
    synchronized void saw(@Nullable Class<?> type) {
        if (type != null && type.getClassLoader() != null && known.add(type.getProtectionDomain())) {
            webModules.merge(type.getClassLoader(), isOfWebModule(type), Boolean::logicalOr);
        }
    }

    /**
     * Whether a class comes from a WAR, of which some servers make the context after they started CDI. Not one that is
     * unpacked on the class path of a program, where nobody would ever make it.
     */
    private static boolean isOfWebModule(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source != null
                && source.getLocation() != null
                && OF_WAR.matcher(source.getLocation().toString()).find()
                && !ClassLoader.getSystemClassLoader().equals(type.getClassLoader())
                && servletContext(type.getClassLoader()).isPresent();
    }

    /** Whether there are WARs, and none of their contexts will say that it is up: Millrace is outside of them. */
    private boolean isNeverTold() {
        return onlyWarsInitialize
                && webModules.containsValue(true)
                && !webModules.getOrDefault(StartOrder.class.getClassLoader(), false);
    }

    synchronized void containerIsUp() {
        containerUp = true;
        if (isNeverTold()) {
            LOG.log(Level.WARNING, ServerProblems.noInitializerInLibrary());
        }
    }

    synchronized void contextIsUp(ClassLoader web) {
        contexts.add(web);
    }

    /** Whether a handler of this class may start now. */
    synchronized boolean mayStart(Class<?> beanClass) {
        if (!containerUp) {
            return false;
        }
        if (isNeverTold() || isSeenFrom(contexts, beanClass) || isSeenFrom(Set.copyOf(ALONE), beanClass)) {
            return true;
        }
        if (webModules.getOrDefault(beanClass.getClassLoader(), false)
                || isSeenFrom(Set.copyOf(ANNOUNCED), beanClass)) {
            return false;
        }
        return !contexts.isEmpty() || !webModules.containsValue(true);
    }

    /** Whether a context has the class. Its class loader need not be the class's own: Liberty's stands in front of it. */
    private static boolean isSeenFrom(Set<ClassLoader> contexts, Class<?> type) {
        return contexts.stream().anyMatch(web -> {
            try {
                return Class.forName(type.getName(), false, web).equals(type);
            } catch (ClassNotFoundException | LinkageError e) {
                return false;
            }
        });
    }
}
