package dev.millrace;

import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;

/** The classes of this module, without its tests. */
final class ApiClasses {

    private ApiClasses() {}

    static JavaClasses all() {
        return new ClassFileImporter()
                .importLocations(Set.of(Location.of(
                        Broker.class.getProtectionDomain().getCodeSource().getLocation())));
    }
}
