package dev.millrace.cdi.elsewhere;

import jakarta.enterprise.context.ApplicationScoped;

import dev.millrace.Consumes;

/** A public bean of a superclass that is not: the compiler adds a bridge to the inherited handler. */
@ApplicationScoped
public class PublicBridge extends PackagePrivateClass {}

class PackagePrivateClass {

    @Consumes(topic = "discovery.visible", group = "g")
    public void handle(String text) {}
}
