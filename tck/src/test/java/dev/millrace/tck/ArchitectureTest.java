package dev.millrace.tck;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who the kit may know. */
class ArchitectureTest {

    private static final JavaClasses KIT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.millrace.tck");

    @Test
    void kitForBrokersKnowsTheApiAndTheTestLibrariesOnly() {
        classes()
                .that()
                .resideInAPackage("dev.millrace.tck")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "dev.millrace",
                        "dev.millrace.tck",
                        "org.junit.jupiter.api..",
                        "org.assertj..",
                        "org.opentest4j..",
                        "org.jspecify..")
                .check(KIT);
    }

    @Test
    void kitForApplicationsKnowsNoProviderAndNoContainer() {
        noClasses()
                .that()
                .resideInAPackage("dev.millrace.tck.cdi")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.millrace.memory..", "dev.millrace.redis..", "org.jboss..", "org.apache.webbeans..")
                .check(KIT);
    }

    @Test
    void nothingSleeps() {
        noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class)
                .check(KIT);
    }
}
