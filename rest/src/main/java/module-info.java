/** Beside JAX-RS resources: a drain that an operator asks for over HTTP, and the trace of a request. */
module dev.millrace.rest {
    requires transitive dev.millrace.cdi;
    requires jakarta.ws.rs;
    requires static transitive org.jspecify;

    exports dev.millrace.rest;

    // Containers inject fields that are not public.
    opens dev.millrace.rest;

    provides jakarta.enterprise.inject.spi.Extension with
            dev.millrace.rest.DrainExtension;
}
