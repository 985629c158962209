package dev.millrace;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CLASSES = ApiClasses.all();

    @Test
    void apiKnowsTheJdkAndJsonBOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.millrace", "dev.millrace.spi", "java..", "jakarta.json..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void jsonBIsKnownInOnePlace() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(JsonbCodec.class.getName())
                .and()
                .haveSimpleNameNotStartingWith("ExactJson")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta..")
                .check(CLASSES);
    }

    @Test
    void whatApplicationsUseKnowsNothingOfWhatProvidersShare() {
        noClasses()
                .that()
                .resideInAPackage("dev.millrace")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.millrace.spi..")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
