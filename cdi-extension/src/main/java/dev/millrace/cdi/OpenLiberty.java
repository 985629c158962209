package dev.millrace.cdi;

import java.time.Duration;

/** The one server that has to be told from the others. */
final class OpenLiberty {

    /** How long it lets applications finish at its end; then it takes data sources, JNDI and CDI away from them. */
    static final Duration QUIESCE = Duration.ofSeconds(30);

    private OpenLiberty() {}

    /** Whether it has loaded Millrace. */
    static boolean isHere() {
        return OpenLiberty.class.getClassLoader().getClass().getName().startsWith("com.ibm.ws.classloading.");
    }
}
