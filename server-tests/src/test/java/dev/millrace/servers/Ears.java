package dev.millrace.servers;

import java.nio.file.Path;
import java.util.Map;

/** An application of two WARs and an EJB jar, with Millrace once, in its library. */
final class Ears {

    private Ears() {}

    static Path write(Path folder, Map<String, String> configuration) {
        return new Archive()
                .libraries("lib/")
                .entry("lib/journal.jar", Archive.journal())
                .entry(
                        "lib/configuration.jar",
                        new Archive().configuration("ear", configuration, "").bytes())
                .entry("left.war", Archive.war("ear/left").bytes())
                .entry("right.war", Archive.war("ear/right").bytes())
                .entry(
                        "ejb.jar",
                        new Archive()
                                .classes("ear/ejb", "")
                                .text("META-INF/beans.xml", Archive.BEANS)
                                .bytes())
                .text("META-INF/application.xml", """
                        <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
                          <module><ejb>ejb.jar</ejb></module>
                          <module><web><web-uri>left.war</web-uri><context-root>/left</context-root></web></module>
                          <module><web><web-uri>right.war</web-uri><context-root>/right</context-root></web></module>
                        </application>
                        """)
                .writeTo(folder, "ear.ear");
    }
}
