package dev.millrace.cdi;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The lines of the house: the extension knows the api and CDI, no provider and no container. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.millrace.cdi");

    @Test
    void theExtensionKnowsTheApiAndCdiAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "dev.millrace",
                        "dev.millrace.spi",
                        "dev.millrace.cdi",
                        "jakarta.annotation",
                        "jakarta.decorator",
                        "jakarta.enterprise..",
                        "jakarta.inject",
                        "jakarta.interceptor",
                        "jakarta.servlet..",
                        "javax.naming",
                        "javax.management",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void theExtensionHasNoPublicField() {
        fields().that()
                .areDeclaredIn(ConsumesExtension.class)
                .should()
                .notBePublic()
                .because("OpenWebBeans refuses an extension that has one")
                .check(CLASSES);
    }

    @Test
    void onlyWhatUsersAndContainersNameIsPublic() {
        classes()
                .that()
                .arePublic()
                .should()
                .be(ConsumesExtension.class)
                .orShould()
                .be(ConsumesInitializer.class)
                .orShould()
                .be(ConsumerControl.class)
                .orShould()
                .be(ConsumerControl.State.class)
                .orShould()
                .be(DeliveryContext.class)
                .orShould()
                .be(EventBridge.class)
                .orShould()
                .be(EventBridge.Forwarding.class)
                .orShould()
                .be(EventBridge.Link.class)
                .orShould()
                .be(TopicName.class)
                .orShould()
                .be(TopicName.Literal.class)
                .check(CLASSES);
    }
}
