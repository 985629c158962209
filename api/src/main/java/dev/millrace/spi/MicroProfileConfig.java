package dev.millrace.spi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The settings of an application that has MicroProfile Config. By reflection, since that is no module ours could name. */
final class MicroProfileConfig {

    private static final String API = "org.eclipse.microprofile.config.";

    private MicroProfileConfig() {}

    /** The configuration of the calling thread's application; empty without the API, or an implementation of it. */
    static Optional<Settings> find() {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = application == null ? MicroProfileConfig.class.getClassLoader() : application;
        try {
            return Optional.of(of(loader));
        } catch (ReflectiveOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static Settings of(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> provider = Class.forName(API + "ConfigProvider", true, loader);
        Object config = provider.getMethod("getConfig", ClassLoader.class).invoke(null, loader);
        Method value =
                Class.forName(API + "Config", true, loader).getMethod("getOptionalValue", String.class, Class.class);
        Method names = Class.forName(API + "Config", true, loader).getMethod("getPropertyNames");
        return new Settings(
                name -> ((Optional<?>) called(name, value, config, name, String.class)).map(String.class::cast), () -> {
                    // What an implementation lists may be as old as its first list.
                    Set<String> all = new HashSet<>(Settings.ofSystem().names());
                    ((Iterable<?>) called("its property names", names, config))
                            .forEach(name -> all.add(String.valueOf(name)));
                    return all;
                });
    }

    private static Object called(String subject, Method method, Object config, Object... arguments) {
        try {
            return method.invoke(config, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    subject + ": the configuration cannot be read (was " + e.getCause() + "). Correct it.", e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the methods of an interface are public", e);
        }
    }
}
