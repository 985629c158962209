package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** Holds the contract's document, the kit, and the list of what the kit does not show equal. */
class AuditTest {

    private final Set<String> documented = new TreeSet<>(Contract.documented());
    private final Map<String, Collection<String>> cited = Contract.cited();
    private final Set<String> elsewhere = ids("elsewhere");
    private final Set<String> partly = ids("partly");
    private final Set<String> later = ids("later");

    @Test
    void everyLineOfTheDocumentIsShownOrListed() {
        assertThat(those(documented, id -> !isShown(id) && !later.contains(id)))
                .describedAs("lines of ASSERTIONS.md that no test cites and beyond-the-kit.txt does not list")
                .isEmpty();
    }

    @Test
    void everyIdInUseIsALineOfTheDocument() {
        Set<String> used = new TreeSet<>(cited.keySet());
        used.addAll(elsewhere);
        used.addAll(partly);
        used.addAll(later);

        assertThat(those(used, id -> !documented.contains(id)))
                .describedAs("ids that are no lines of ASSERTIONS.md (cited by %s)", cited)
                .isEmpty();
    }

    @Test
    void noIdIsWrittenTwice() {
        List<String> twice = new ArrayList<>(Contract.documented());
        documented.forEach(twice::remove);

        assertThat(twice).describedAs("ids with two lines in ASSERTIONS.md").isEmpty();
    }

    @Test
    void whatIsListedForLaterIsNotShownYet() {
        assertThat(those(later, this::isShown))
                .describedAs("shown, so they leave \"later\" in beyond-the-kit.txt")
                .isEmpty();
    }

    @Test
    void whatIsShownElsewhereIsNotShownHere() {
        assertThat(those(elsewhere, cited::containsKey))
                .describedAs("cited by the kit, so they leave \"elsewhere\" in beyond-the-kit.txt")
                .isEmpty();
    }

    @Test
    void whatIsShownInPartIsShown() {
        assertThat(those(partly, id -> !isShown(id)))
                .describedAs("listed as shown in part, but shown by nothing")
                .isEmpty();
    }

    @Test
    void everyTestNamedAsShowingALineCitesIt() {
        assertThat(Contract.exemptions("elsewhere"))
                .allSatisfy(each -> assertThat(Contract.mentions(each.detail(), each.id()))
                        .describedAs("%s is there and cites %s", each.detail(), each.id())
                        .isTrue());
    }

    @Test
    void everyLineOfTheListIsOfAKnownKind() {
        assertThat(Contract.exemptions())
                .extracting(Contract.Exemption::kind)
                .isSubsetOf("elsewhere", "partly", "later");
    }

    @Test
    void everyTestOfTheKitSaysWhatItShows() {
        List<Method> bare = Contract.kit().stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .toList();

        assertThat(bare)
                .describedAs("tests with JUnit's @Test instead of @Assertion")
                .isEmpty();
    }

    private boolean isShown(String id) {
        return cited.containsKey(id) || elsewhere.contains(id);
    }

    private static Set<String> ids(String kind) {
        return Contract.exemptions(kind).stream()
                .map(Contract.Exemption::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> those(Set<String> ids, Predicate<String> which) {
        return ids.stream().filter(which).collect(Collectors.toCollection(TreeSet::new));
    }
}
