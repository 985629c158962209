package dev.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What the broker says in the log about one topic. */
final class LogLines extends Handler implements AutoCloseable {

    private static final Logger LOGGER = Logger.getLogger(MemoryBroker.class.getName());

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final CountDownLatch warned = new CountDownLatch(1);
    private final String subject;

    private LogLines(String subject) {
        this.subject = subject;
        LOGGER.addHandler(this);
    }

    static LogLines about(String subject) {
        return new LogLines(subject);
    }

    @Override
    public void publish(LogRecord entry) {
        if (formatter.formatMessage(entry).contains(subject)) {
            records.add(entry);
            if (entry.getLevel() == Level.WARNING) {
                warned.countDown();
            }
        }
    }

    void awaitWarning() throws InterruptedException {
        assertThat(warned.await(10, TimeUnit.SECONDS))
                .as("a warning about %s", subject)
                .isTrue();
    }

    List<String> warnings() {
        return at(Level.WARNING);
    }

    List<String> infos() {
        return at(Level.INFO);
    }

    List<Throwable> causesOfWarnings() {
        return records.stream()
                .filter(entry -> entry.getLevel() == Level.WARNING && entry.getThrown() != null)
                .map(LogRecord::getThrown)
                .toList();
    }

    private List<String> at(Level level) {
        return records.stream()
                .filter(entry -> entry.getLevel() == level)
                .map(formatter::formatMessage)
                .toList();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
    }
}
