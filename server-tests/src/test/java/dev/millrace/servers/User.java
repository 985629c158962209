package dev.millrace.servers;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

/** Who logs in. */
enum User {
    OPERATOR("operator"),
    GUEST("somebody");

    static final String PASSWORD = "mill-1804";

    private final String role;

    User(String role) {
        this.role = role;
    }

    String login() {
        return "the-" + role;
    }

    /** The one role, which is a group of the server's own users. */
    String role() {
        return role;
    }

    /** The header of a request. */
    String basic() {
        return "Basic "
                + Base64.getEncoder().encodeToString((login() + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    }

    /** The file with the password of each, as asadmin and the commands of Payara Micro's start want it. */
    static Path passwordFile(Path folder) {
        Path file = folder.resolve("password");
        Folders.write(file, "AS_ADMIN_USERPASSWORD=" + PASSWORD + "\n");
        return file;
    }
}
