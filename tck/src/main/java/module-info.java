/** The conformance kit. */
module dev.millrace.tck {
    requires java.logging;
    requires transitive dev.millrace;
    requires static dev.millrace.cdi;
    requires static jakarta.annotation;
    requires static jakarta.cdi;
    requires static jakarta.inject;
    requires static jakarta.interceptor;
    requires org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires static transitive org.jspecify;

    exports dev.millrace.tck;
    exports dev.millrace.tck.cdi;

    // A container makes and calls the beans of its tests.
    opens dev.millrace.tck.cdi;
}
