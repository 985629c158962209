package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;

import org.jspecify.annotations.Nullable;

/** What a Jakarta EE server offers by name to the module whose thread asks; nothing elsewhere. */
final class ServerNaming {

    private static final System.Logger LOG = System.getLogger(ServerNaming.class.getName());

    private ServerNaming() {}

    /**
     * The factory of managed threads: they have the class loader and {@code java:comp} of the module that asked
     * (CTX-5). Not an executor, whose tasks servers count as requests, and refuse during a shutdown.
     */
    static Optional<ThreadFactory> managedThreads() {
        return find("java:comp/DefaultManagedThreadFactory", ThreadFactory.class)
                .or(() -> find("java:jboss/ee/concurrency/factory/default", ThreadFactory.class))
                .map(factory -> find("java:comp/DefaultContextService", Object.class)
                        .flatMap(service -> inContext(service, factory))
                        .orElse(factory));
    }

    /**
     * Has a factory make threads as if the caller of this did. WildFly gives a thread the context of the thread
     * that asks for it, and ours are asked for by readers, which have none.
     */
    private static Optional<ThreadFactory> inContext(Object service, ThreadFactory factory) {
        try {
            Optional<Class<?>> type = interfaceOf(service.getClass(), "jakarta.enterprise.concurrent.ContextService");
            if (type.isPresent()) {
                Method proxy = type.get().getMethod("createContextualProxy", Object.class, Class.class);
                return Optional.of((ThreadFactory) proxy.invoke(service, factory, ThreadFactory.class));
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.log(Level.DEBUG, "No contextual proxy of the thread factory.", e);
        }
        return Optional.empty();
    }

    /** Found with what implements it, not by the application's class loader, which may take long to look it up. */
    private static Optional<Class<?>> interfaceOf(@Nullable Class<?> type, String name) {
        if (type == null) {
            return Optional.empty();
        }
        for (Class<?> each : type.getInterfaces()) {
            Optional<Class<?>> found = each.getName().equals(name) ? Optional.of(each) : interfaceOf(each, name);
            if (found.isPresent()) {
                return found;
            }
        }
        return interfaceOf(type.getSuperclass(), name);
    }

    /** Whether the calling thread's module runs in a server that has managed threads. */
    @SuppressWarnings("BanJNDI") // As below.
    static boolean isServer() {
        try {
            Class.forName(
                    "jakarta.enterprise.concurrent.ManagedThreadFactory",
                    false,
                    Thread.currentThread().getContextClassLoader());
            InitialContext.doLookup("java:comp/env");
            return true;
        } catch (NoInitialContextException | ClassNotFoundException | LinkageError e) {
            return false;
        } catch (NamingException | RuntimeException e) {
            return true;
        }
    }

    /** The application's name. */
    static Optional<String> applicationName() {
        return find("java:app/AppName", String.class);
    }

    @SuppressWarnings("BanJNDI") // The names are ours, and java: names are the server's own.
    private static <T> Optional<T> find(String name, Class<T> type) {
        try {
            Object found = InitialContext.doLookup(name);
            return type.isInstance(found) ? Optional.of(type.cast(found)) : Optional.empty();
        } catch (NamingException | RuntimeException e) {
            LOG.log(Level.DEBUG, () -> "No " + name + " here (" + e + ").");
            return Optional.empty();
        }
    }
}
