package dev.millrace.servers.ear.hand;

import javax.naming.InitialContext;
import javax.naming.NamingException;

import jakarta.servlet.ServletContext;

import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.servers.journal.Journal;

/** A consumer that is started by hand, and tells which module its thread belongs to. */
final class Hand {

    private Hand() {}

    /** Consumes the topic {@code hand} in a group named after the module and who starts it. */
    static void consume(ConsumerRegistry registry, ServletContext context, String by) {
        String module = context.getContextPath().substring(1);
        registry.consume(
                "hand",
                ConsumerOptions.group(module + "-" + by),
                message -> Journal.write("hand-" + module, by + " " + message.text() + " " + module()));
    }

    @SuppressWarnings("BanJNDI") // A constant name.
    private static String module() {
        try {
            return InitialContext.doLookup("java:module/ModuleName")
                    + (Thread.currentThread().getContextClassLoader().loadClass(Hand.class.getName()) == Hand.class
                            ? " with its classes"
                            : " with another's classes");
        } catch (NamingException | ClassNotFoundException e) {
            return e.toString();
        }
    }
}
