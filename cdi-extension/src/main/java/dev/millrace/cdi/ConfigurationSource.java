package dev.millrace.cdi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;

import dev.millrace.spi.Settings;

/** Where settings come from: MicroProfile Config where it is there, else system properties and environment. */
final class ConfigurationSource {

    private static final String API = "org.eclipse.microprofile.config.";

    private ConfigurationSource() {}

    static Settings find() {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = application == null ? ConfigurationSource.class.getClassLoader() : application;
        try {
            return ofMicroProfile(loader);
        } catch (ReflectiveOperationException | LinkageError e) {
            // No API on the class path, or no implementation behind it.
            return Settings.ofSystem();
        }
    }

    /** By reflection, since the API is no module that ours could name. */
    private static Settings ofMicroProfile(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> provider = Class.forName(API + "ConfigProvider", true, loader);
        Object config = provider.getMethod("getConfig", ClassLoader.class).invoke(null, loader);
        Method value =
                Class.forName(API + "Config", true, loader).getMethod("getOptionalValue", String.class, Class.class);
        return new Settings(name -> {
            try {
                return ((Optional<?>) value.invoke(config, name, String.class)).map(String.class::cast);
            } catch (InvocationTargetException e) {
                throw new IllegalArgumentException(
                        name + ": the configuration cannot be read (was " + e.getCause() + "). Correct it.", e);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("the methods of an interface are public", e);
            }
        });
    }
}
