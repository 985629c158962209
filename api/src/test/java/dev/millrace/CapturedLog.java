package dev.millrace;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs while this is open, kept from the console. */
public final class CapturedLog extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    public CapturedLog(Class<?> source) {
        this.logger = Logger.getLogger(source.getName());
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    /** Level and message of each line, in order. */
    public List<String> lines() {
        return records.stream()
                .map(line -> line.getLevel() + " " + line.getMessage())
                .toList();
    }

    @Override
    public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.INFO.intValue()) {
            records.add(line);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
