package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.millrace.Broker;
import dev.millrace.Codecs;
import dev.millrace.spi.BrokerProvider;
import dev.millrace.spi.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HND-10: what the provider of an application's broker is told of the configuration. */
class ProviderSettingsTest {

    /** A provider that keeps its settings, as one does that reads a password for each connection. */
    public static class Asking implements BrokerProvider {

        private static Settings settings = Settings.ofSystem();

        @Override
        public String name() {
            return "asking";
        }

        @Override
        public boolean isConfigured(Settings configured) {
            return configured.text("provider.password").isPresent();
        }

        @Override
        public Broker create(Settings configured, Codecs codecs) {
            settings = configured;
            return new CountingBroker();
        }
    }

    @Test
    void aProviderSeesASettingThatChangesWhileTheApplicationRuns(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                folder.resolve("META-INF/services/" + BrokerProvider.class.getName()), Asking.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        System.setProperty("provider.password", "old");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            try (Application application = Application.of(Application.initializer())) {
                application.publish("provider.topic", "x");
                System.setProperty("provider.password", "new");
                assertThat(Asking.settings.text("provider.password")).hasValue("new");
            }
        } finally {
            thread.setContextClassLoader(before);
            System.clearProperty("provider.password");
        }
    }
}
