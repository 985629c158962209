package dev.millrace.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A server as Maven Central has it. Fetched by Maven when it is first asked for, into the local repository. */
record Distribution(String group, String artifact, String version, String type) {

    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:get";

    /** The artifact's file. */
    Path file() {
        Path file = Path.of(System.getProperty("servers.repository"))
                .resolve(group.replace('.', '/'))
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + "." + type);
        if (!Files.exists(file)) {
            fetch();
        }
        return file;
    }

    private void fetch() {
        String coordinates = String.join(":", group, artifact, version, type);
        Path maven = Path.of(System.getProperty("servers.maven"), "bin", "mvn");
        Commands.run(
                Path.of(System.getProperty("servers.target")),
                maven.toString(),
                "-B",
                "-q",
                PLUGIN,
                "-Dartifact=" + coordinates,
                "-Dtransitive=false",
                "-Dmaven.repo.local=" + System.getProperty("servers.repository"));
    }

    /** The folder that the archive holds, unpacked once a build and shared: servers keep what is theirs elsewhere. */
    synchronized Path unpacked() {
        Path target = Path.of(System.getProperty("servers.target"), "unpacked", artifact + "-" + version);
        if (!Files.exists(target)) {
            Path part = target.resolveSibling(target.getFileName() + ".part");
            try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file()))) {
                Folders.delete(part);
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    unpack(zip, entry, part);
                }
                Files.move(part, target);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return target;
    }

    private static void unpack(InputStream zip, ZipEntry entry, Path folder) throws IOException {
        Path path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder)) {
            throw new IOException(entry.getName() + " leads out of the archive");
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        Files.copy(zip, path, StandardCopyOption.REPLACE_EXISTING);
        // A stream of zip entries tells nothing of their rights.
        if (path.getParent().endsWith("bin") && !path.toFile().setExecutable(true)) {
            throw new IOException(path + " cannot be made executable");
        }
    }
}
