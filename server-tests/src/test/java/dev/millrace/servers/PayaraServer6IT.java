package dev.millrace.servers;

import org.junit.jupiter.api.Tag;

/** Payara Server 6, with the full platform. */
@Tag("payara-server-6")
class PayaraServer6IT implements AllChecks {

    private final Stage stage = new Stage("payara-server-6", folder -> new PayaraServer(folder));

    @Override
    public Stage stage() {
        return stage;
    }
}
