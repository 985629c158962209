package dev.millrace.redis.internal.stream;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * A consumer's name, held on this host by a lock on a file in the temporary folder. The operating system
 * frees it however the process ends, so a restarted one gets the same name.
 */
final class NameLock implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(NameLock.class.getName());

    private final Path file;
    private final FileChannel channel;

    private NameLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes a name.
     *
     * @return empty where another process, or another broker of this one, has it
     * @throws IOException if this host cannot lock
     */
    static Optional<NameLock> tryTake(String name) throws IOException {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "millrace-" + fileName(name) + ".lock");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new NameLock(file, channel));
            }
        } catch (OverlappingFileLockException e) {
            LOG.log(Level.DEBUG, name + " is held in this process.");
        } catch (IOException e) {
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
        }
    }
}
