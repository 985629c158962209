package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HND-13: the extension twice in one application fails the deployment, naming both places. */
class PresenceTest {

    @TempDir
    Path copy;

    @Test
    void addedByHandBesideTheServiceFileIsOnce() {
        try (Application application = Application.of()) {
            assertThat(application.container()).isNotNull();
        }
    }

    @Test
    void twoJarsOfOneClassLoaderAreRefused() throws Exception {
        copyOfClasses();
        assertThat(Isolated.with(copy).call(PresenceTest.class, "refusal"))
                .startsWith("Millrace found a problem with this application:\n  MILL-050 extension: Millrace is present"
                        + " twice in this application, and each would start every handler (was file:")
                .contains("classes/ and file:" + copy)
                .endsWith("). Remove one.");
    }

    /** Called where the extension is on the class path twice. */
    static String refusal() {
        return Application.refusal();
    }

    @Test
    @Tag("weld") // OpenWebBeans refuses it in words of its own.
    void twoClassLoadersAreRefused() throws Exception {
        copyOfClasses();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (ChildFirst other = new ChildFirst(copy)) {
            Extension second = (Extension) other.loadClass(ConsumesExtension.class.getName())
                    .getConstructor()
                    .newInstance();
            thread.setContextClassLoader(other);
            assertThat(Application.refusal(Application.initializer().addExtensions(second)))
                    .contains("MILL-050 extension: Millrace is present twice", "target/classes/", copy.toString());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    @Tag("weld") // OpenWebBeans shows such a bean to nobody.
    void anotherExtensionOfTheContainerIsRefused() {
        assertThat(Application.refusal(Application.initializer().addExtensions(new Another())))
                .startsWith("Millrace found a problem with this application:\n  MILL-050 extension: Millrace is present"
                        + " twice in this application, and each would start every handler (was file:")
                .endsWith("test-classes/ and file:" + Path.of("target/classes").toAbsolutePath() + "/). Remove one.");
    }

    /** Supplies what a second extension would, out of another place. */
    static class Another implements Extension {
        void add(@Observes AfterBeanDiscovery event) {
            event.addBean()
                    .beanClass(Another.class)
                    .id(SuppliedBean.ID_PREFIX + "Another")
                    .addType(Another.class)
                    .createWith(context -> new Another());
        }
    }

    private void copyOfClasses() throws IOException {
        Path classes = Path.of("target/classes");
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.toList()) {
                Files.createDirectories(copy.resolve(classes.relativize(file)).getParent());
                if (Files.isRegularFile(file) && !file.toString().contains("META-INF")) {
                    Files.copy(file, copy.resolve(classes.relativize(file)));
                }
            }
        }
    }

    /** Has its own copy of the extension, as a second jar in an enterprise archive does. */
    private static final class ChildFirst extends URLClassLoader {

        ChildFirst(Path classes) throws IOException {
            super(new URL[] {classes.toUri().toURL()}, PresenceTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.millrace.cdi.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
