package dev.millrace.cdi.elsewhere;

import dev.millrace.Consumes;

/** A superclass in another package, whose handler only its own package may call. */
public class PackagePrivateHandler {

    @Consumes(topic = "rejected.elsewhere", group = "g")
    void handle(String text) {}
}
