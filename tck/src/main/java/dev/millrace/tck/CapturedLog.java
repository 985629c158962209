package dev.millrace.tck;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * What Millrace logs while a test runs. It listens to {@code java.util.logging}, which System.Logger speaks
 * to unless another back end is on the class path; a provider's tests must not bring one.
 */
public final class CapturedLog implements AutoCloseable {

    private static final Logger MILLRACE = Logger.getLogger("dev.millrace");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Handler listener = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    CapturedLog() {
        MILLRACE.addHandler(listener);
    }

    /** The warnings that mention all of these, each with its stack traces behind it. */
    public List<String> warnings(String... mentioned) {
        return lines(Level.WARNING, mentioned);
    }

    /** The lines of INFO that mention all of these. */
    public List<String> infos(String... mentioned) {
        return lines(Level.INFO, mentioned);
    }

    /** The lines of any level that mention all of these. */
    public List<String> lines(String... mentioned) {
        return Stream.of(Level.INFO, Level.WARNING, Level.SEVERE)
                .flatMap(level -> lines(level, mentioned).stream())
                .toList();
    }

    private List<String> lines(Level level, String... mentioned) {
        return records.stream()
                .filter(record -> record.getLevel().equals(level))
                .map(CapturedLog::text)
                .filter(line -> Stream.of(mentioned).allMatch(line::contains))
                .toList();
    }

    private static String text(LogRecord record) {
        String message = record.getMessage();
        Object[] parameters = record.getParameters();
        String text =
                parameters == null || parameters.length == 0 ? message : MessageFormat.format(message, parameters);
        StringWriter traces = new StringWriter();
        if (record.getThrown() != null) {
            record.getThrown().printStackTrace(new PrintWriter(traces, true));
        }
        return text + " " + traces;
    }

    @Override
    public void close() {
        MILLRACE.removeHandler(listener);
    }
}
