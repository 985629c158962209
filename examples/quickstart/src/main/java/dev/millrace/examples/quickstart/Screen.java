package dev.millrace.examples.quickstart;

import java.io.Console;

/** Standard output: lines that stay and, on a terminal, a last one that is overwritten. */
final class Screen {

    private static final String CLEAR = "\r\u001b[K";

    private static boolean live;

    private Screen() {}

    /** Whether a person is watching. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isTerminal() {
        Console console = System.console();
        String term = System.getenv("TERM");
        return console != null && term != null && !term.equals("dumb") && isTerminal(console);
    }

    private static boolean isTerminal(Console console) {
        try {
            // Since JDK 22, where there may be a console without a terminal.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Prints a line that stays. */
    static synchronized void print(String line) {
        if (live) {
            System.out.print(CLEAR);
            live = false;
        }
        System.out.println(line);
        System.out.flush();
    }

    /** Prints a line that the next one replaces. */
    static synchronized void live(String line) {
        System.out.print(CLEAR + line);
        System.out.flush();
        live = true;
    }
}
