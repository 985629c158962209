package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What of the contract a broken broker breaks. */
final class FailedAssertions {

    private FailedAssertions() {}

    /** Runs the themes that the class implements, and wants just these assertions to fail. */
    static void assertFails(Class<? extends Theme> broken, String... ids) {
        assertFails(broken, Set.of(ids), Set.of());
    }

    /**
     * The same, where it depends on which thread is first whether some more fail.
     *
     * @param maybe what may fail, and need not
     */
    static void assertFails(Class<? extends Theme> broken, Set<String> surely, Set<String> maybe) {
        Map<String, String> failed = new TreeMap<>();
        Set<String> found = new TreeSet<>();
        EngineTestKit.engine("junit-jupiter").selectors(selectClass(broken)).execute().testEvents().failed().stream()
                .forEach(event -> {
                    MethodSource test =
                            (MethodSource) event.getTestDescriptor().getSource().orElseThrow();
                    Set<String> shown = Set.of(
                            test.getJavaMethod().getAnnotation(Assertion.class).value());
                    found.addAll(shown);
                    failed.put(test.getMethodName(), shown.toString());
                });
        found.removeAll(maybe);
        assertThat(found).describedAs("assertions failed, by %s", failed).containsExactlyInAnyOrderElementsOf(surely);
    }
}
