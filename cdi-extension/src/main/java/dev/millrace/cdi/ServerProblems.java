package dev.millrace.cdi;

import java.time.Duration;

/** What a server does not give us, with codes and form of {@link Problems}. */
final class ServerProblems {

    private ServerProblems() {}

    static String noInitializer(String context) {
        return "MILL-055 " + (context.isEmpty() ? "/" : context) + ": the servlet container leaves out Millrace's"
                + " initializer (was an absolute ordering in web.xml, without others?). Handlers start all the same, but"
                + " before the application's own listeners, and drain only when CDI goes down, after requests were cut."
                + " Add <others/> to the ordering.";
    }

    static String noInitializerInLibrary() {
        return "MILL-062 application: this server runs no initializer of an EAR's library (was Millrace in one)."
                + " Handlers start with CDI, before the application's own listeners, and drain only when CDI goes down;"
                + " the trace of a request is not opened. Where that matters, deploy a WAR with Millrace in WEB-INF/lib.";
    }

    static String drainCutShort(Duration timeout) {
        return "MILL-063 millrace.shutdown-timeout: Open Liberty waits " + OpenLiberty.QUIESCE.toSeconds()
                + " s for applications at its end (was " + timeout
                + "). Handlers that run longer lose data sources, JNDI"
                + " and CDI. Set it well below, or millrace.drain-on-sigterm=true, which drains before.";
    }

    static String noContainer(String context) {
        return "MILL-057 " + (context.isEmpty() ? "/" : context)
                + ": there is no CDI container when the servlet context"
                + " is up (was off, or starts later). Handlers start when it does, if ever; see that the application has"
                + " CDI.";
    }

    static String noManagedThreads() {
        return "MILL-058 threads: the server gives this module no managed threads (was no"
                + " java:comp/DefaultManagedThreadFactory). Handlers run on plain ones, without java:comp; use"
                + " java:global and java:app names in them, or put them into a WAR.";
    }

    static String noSignal(String cause) {
        return "MILL-056 millrace.drain-on-sigterm: SIGTERM cannot be taken (was " + cause
                + "). Remove -Xrs, or ask for the drain before the signal.";
    }
}
