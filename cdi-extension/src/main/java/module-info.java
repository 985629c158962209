/** Turns methods of CDI beans into message handlers. */
module dev.millrace.cdi {
    requires transitive dev.millrace;
    requires transitive jakarta.cdi;
    requires java.management;
    requires java.naming;
    requires static jakarta.servlet;
    requires static transitive org.jspecify;

    exports dev.millrace.cdi;

    // The container calls observers that are not public.
    opens dev.millrace.cdi;

    uses dev.millrace.spi.BrokerProvider;

    provides jakarta.enterprise.inject.spi.Extension with
            dev.millrace.cdi.ConsumesExtension;
    provides jakarta.servlet.ServletContainerInitializer with
            dev.millrace.cdi.ConsumesInitializer;
}
