package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

/** A program on the module path has what the extension requires, and not the Servlet API. */
class ModulePathTest {

    @Test
    void theExtensionResolvesWithoutTheServletApi() {
        Path[] entries = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.matches(".*(/api/target|/cdi-extension/target/classes|millrace-api|cdi-api"
                        + "|lang-model|inject-api|interceptor-api|annotation-api|el-api).*"))
                .filter(entry -> !entry.contains("test-classes"))
                .map(Path::of)
                .toArray(Path[]::new);
        Configuration resolved = Configuration.resolve(
                ModuleFinder.of(entries),
                List.of(ModuleLayer.boot().configuration()),
                ModuleFinder.ofSystem(),
                Set.of("dev.millrace.cdi"));
        assertThat(resolved.findModule("dev.millrace.cdi")).isPresent();
        assertThat(resolved.findModule("jakarta.servlet")).isEmpty();
    }
}
