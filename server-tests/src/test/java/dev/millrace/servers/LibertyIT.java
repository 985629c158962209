package dev.millrace.servers;

import org.junit.jupiter.api.Tag;

/** Open Liberty. */
@Tag("liberty")
class LibertyIT implements AllChecks {

    private final Stage stage = new Stage("liberty", folder -> new Liberty(folder));

    @Override
    public Stage stage() {
        return stage;
    }
}
