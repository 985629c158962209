package dev.millrace.tck;

import java.util.List;

/** Closes what a test opened, whatever one of them throws. */
final class Closing {

    private Closing() {}

    static void all(List<? extends AutoCloseable> open) {
        AssertionError failed = null;
        for (AutoCloseable each : open) {
            try {
                each.close();
            } catch (Exception e) {
                if (failed == null) {
                    failed = new AssertionError("closing " + each + " failed", e);
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
