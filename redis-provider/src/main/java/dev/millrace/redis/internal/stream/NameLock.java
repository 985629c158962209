package dev.millrace.redis.internal.stream;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;

/**
 * A consumer's name, held on this host by a lock on a file in the temporary folder. The operating system
 * frees it however the process ends, so a restarted one gets the same name.
 */
final class NameLock implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(NameLock.class.getName());

    /** Kept where all copies of Millrace in this JVM see it, those of other class loaders too. */
    private static final Map<Object, Object> HELD_HERE = System.getProperties();

    private final Path file;
    private final FileChannel channel;

    private NameLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes a name.
     *
     * @param scope the server that the name is for, since names on another are no concern
     * @return empty where another process, or another broker of this one, has it
     * @throws IOException if this host cannot lock
     */
    static Optional<NameLock> tryTake(String scope, String name) throws IOException {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "millrace-" + fileName(scope + "-" + name) + ".lock");
        // Not even opened where this JVM has it: closing a file frees all locks that its process has on it.
        if (HELD_HERE.putIfAbsent(file.toString(), "held") != null) {
            return Optional.empty();
        }
        Optional<NameLock> taken = Optional.empty();
        try {
            taken = tryLock(file);
        } finally {
            if (taken.isEmpty()) {
                HELD_HERE.remove(file.toString());
            }
        }
        return taken;
    }

    private static Optional<NameLock> tryLock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new NameLock(file, channel));
            }
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    private static String fileName(String name) {
        return name.replaceAll("[^A-Za-z0-9._-]", "_") + "-" + Integer.toHexString(name.hashCode());
    }

    /** What tells this file from one of the same path elsewhere: in another container, or another private folder. */
    String identity() {
        try {
            return String.valueOf(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return "unknown-" + System.nanoTime();
        }
    }

    /** Frees the name. The file stays: removing it would free a lock that somebody took meanwhile. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "Closing " + file + " failed; the lock is gone with the process.", e);
        } finally {
            HELD_HERE.remove(file.toString());
        }
    }
}
