package dev.millrace.rest;

import java.util.Optional;

import dev.millrace.spi.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask for the drain over HTTP, if anybody.
 *
 * @param on whether the resource is there at all
 * @param role the role that may call it, where it is said
 */
record DrainAccess(boolean on, @Nullable String role) {

    static DrainAccess of(Settings settings) {
        return new DrainAccess(
                settings.flag("millrace.rest.drain").orElse(false),
                settings.text("millrace.rest.drain-role").orElse(null));
    }

    /** Why an application with this must not be deployed. */
    Optional<String> fault() {
        return on && role == null
                ? Optional.of(
                        "MILL-060 millrace.rest.drain: whoever can drain an application can stop its work (was on,"
                                + " without millrace.rest.drain-role). Name the role that may.")
                : Optional.empty();
    }
}
