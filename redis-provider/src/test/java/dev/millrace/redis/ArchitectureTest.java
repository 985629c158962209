package dev.millrace.redis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String POLICY = "dev.millrace.redis.internal.policy..";

    private final JavaClasses provider = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.millrace.redis");

    @Test
    void policyKnowsValuesOnly() {
        classes()
                .that()
                .resideInAPackage(POLICY)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        POLICY,
                        "java.lang",
                        "java.lang.invoke",
                        "java.lang.runtime",
                        "java.time",
                        "java.util",
                        "java.util.function",
                        "java.util.stream",
                        "dev.millrace",
                        "dev.millrace.spi",
                        "org.jspecify..")
                .check(provider);
    }

    @Test
    void policyAsksNoClockThreadChanceOrLog() {
        noClasses()
                .that()
                .resideInAPackage(POLICY)
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(
                        Thread.class,
                        System.Logger.class,
                        java.time.Clock.class,
                        java.util.Random.class,
                        java.util.Timer.class,
                        java.util.UUID.class)
                .orShould()
                .callMethod(Math.class, "random")
                .check(provider);
    }

    @Test
    void jedisIsKnownInOnePlace() {
        noClasses()
                .that()
                .haveNameNotMatching("dev\\.millrace\\.redis\\.internal\\.stream\\.JedisWire(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("redis.clients..")
                .check(provider);
    }

    @Test
    void containerIsNotKnown() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.enterprise..", "jakarta.inject..", "dev.millrace.cdi..")
                .check(provider);
    }
}
