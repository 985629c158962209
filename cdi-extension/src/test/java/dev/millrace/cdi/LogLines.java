package dev.millrace.cdi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class warns about, as long as this is open. */
final class LogLines implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Handler handler = new Handler() {

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                lines.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private LogLines(Logger logger) {
        this.logger = logger;
        logger.addHandler(handler);
    }

    static LogLines of(Class<?> type) {
        return new LogLines(Logger.getLogger(type.getName()));
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
