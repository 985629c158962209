package dev.millrace.servers;

import java.nio.file.Path;
import java.util.Map;

/** Applications of several modules, with Millrace once, in their library. */
final class Ears {

    private static final String APPLICATION = """
            <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">%s</application>
            """;
    private static final String EJB = "<module><ejb>ejb.jar</ejb></module>";
    private static final String WARS = """
            <module><web><web-uri>left.war</web-uri><context-root>/left</context-root></web></module>
            <module><web><web-uri>right.war</web-uri><context-root>/right</context-root></web></module>
            """;

    private Ears() {}

    /** Two WARs and an EJB jar, each with a handler. */
    static Path write(Path folder, Map<String, String> configuration) {
        return ear("ear", configuration)
                .entry("left.war", Archive.war("ear/left").bytes())
                .entry("right.war", Archive.war("ear/right").bytes())
                .entry("ejb.jar", ejbs())
                .text("META-INF/application.xml", APPLICATION.formatted(EJB + WARS))
                .writeTo(folder, "ear.ear");
    }

    /** An EJB jar alone. */
    static Path writeOfEjbs(Path folder, Map<String, String> configuration) {
        return ear("ejbs", configuration)
                .entry("ejb.jar", ejbs())
                .text("META-INF/application.xml", APPLICATION.formatted(EJB))
                .writeTo(folder, "ejbs.ear");
    }

    /** Two WARs that have no handlers and start their consumers by hand. */
    static Path writeByHand(Path folder, Map<String, String> configuration) {
        return ear("hand", configuration)
                .entry("left.war", Archive.war("ear/hand").bytes())
                .entry("right.war", Archive.war("ear/hand").bytes())
                .text("META-INF/application.xml", APPLICATION.formatted(WARS))
                .writeTo(folder, "hand.ear");
    }

    private static byte[] ejbs() {
        return new Archive()
                .classes("ear/ejb", "")
                .text("META-INF/beans.xml", Archive.BEANS)
                .bytes();
    }

    private static Archive ear(String name, Map<String, String> configuration) {
        return new Archive()
                .libraries("lib/")
                .entry("lib/journal.jar", Archive.journal())
                .entry(
                        "lib/configuration.jar",
                        new Archive().configuration(name, configuration, "").bytes());
    }
}
