package dev.millrace.cdi.elsewhere;

import dev.millrace.Consumes;

/** A superclass in another package whose handler subclasses may be called through. */
public abstract class WithProtectedHandler {

    @Consumes(topic = "discovery.protected", group = "g")
    protected void handle(String text) {
        found(text);
    }

    protected abstract void found(String text);
}
