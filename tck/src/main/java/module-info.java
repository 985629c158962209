/** The conformance kit. */
module dev.millrace.tck {
    requires java.logging;
    requires transitive dev.millrace;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires static transitive org.jspecify;

    exports dev.millrace.tck;
}
