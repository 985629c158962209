package dev.millrace.memory;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.time.Instant;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.millrace.memory");

    @Test
    void memoryProviderKnowsTheJdkAndTheApiOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..", "org.jspecify..", "dev.millrace", "dev.millrace.spi", "dev.millrace.memory..")
                .check(OURS);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.millrace.(**)").should().beFreeOfCycles().check(OURS);
    }

    @Test
    void whatDecidesHasNoClockThreadLockOrLog() {
        noClasses()
                .that()
                .resideInAPackage("dev.millrace.memory.internal")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.concurrent..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.System$Logger")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Thread")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.time.Clock")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(OURS);
    }
}
