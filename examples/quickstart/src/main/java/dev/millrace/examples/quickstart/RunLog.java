package dev.millrace.examples.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Everything is logged to a file. The screen shows warnings as well, but not those about orders that failed:
 * Millrace logs each failed delivery, and here they are part of the show.
 */
final class RunLog {

    private static final String FORMAT = "java.util.logging.SimpleFormatter.format";

    private RunLog() {}

    /**
     * Sets up logging and returns the file.
     *
     * @throws IOException if there can be none, naming the folder
     */
    static Path open() throws IOException {
        System.getProperties().putIfAbsent(FORMAT, "%1$tF %1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
        Path folder = Path.of(System.getProperty("quickstart.logs", System.getProperty("java.io.tmpdir")));
        Path file = folder.resolve("quickstart-" + ProcessHandle.current().pid() + ".log");
        FileHandler log;
        try {
            Files.createDirectories(folder);
            log = new FileHandler(file.toString());
        } catch (IOException e) {
            throw new IOException(
                    folder + ": no log can be written there (" + e + "). Name another folder by -Dquickstart.logs.", e);
        }
        log.setFormatter(new SimpleFormatter());
        log.setEncoding("UTF-8");
        Logger root = LogManager.getLogManager().getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        root.addHandler(log);
        root.addHandler(new ScreenHandler());
        return file;
    }

    private static final class ScreenHandler extends Handler {

        ScreenHandler() {
            setLevel(Level.WARNING);
        }

        @Override
        public void publish(LogRecord record) {
            if (isLoggable(record) && !(record.getThrown() instanceof OrderException)) {
                Screen.print(record.getLevel() + ": " + new SimpleFormatter().formatMessage(record));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
