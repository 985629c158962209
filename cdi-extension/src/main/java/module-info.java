/** Turns methods of CDI beans into message handlers. */
module dev.millrace.cdi {
    requires transitive dev.millrace;
    requires transitive jakarta.cdi;
    requires java.management;
    requires java.naming;
    // Not provided for: a module whose provided service is missing does not resolve. Servers read META-INF/services.
    requires static jakarta.servlet;
    requires static transitive org.jspecify;

    exports dev.millrace.cdi;

    // The container calls observers that are not public.
    opens dev.millrace.cdi;

    uses dev.millrace.spi.BrokerProvider;

    provides jakarta.enterprise.inject.spi.Extension with
            dev.millrace.cdi.ConsumesExtension;
}
