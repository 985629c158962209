package dev.millrace.servers;

import org.junit.jupiter.api.Tag;

/** Payara Micro 6. */
@Tag("payara-micro-6")
class PayaraMicro6IT implements AllChecks {

    private final Stage stage = new Stage(
            "payara-micro-6", folder -> new PayaraMicro("6.2025.10", System.getProperty("java.home"), folder));

    @Override
    public Stage stage() {
        return stage;
    }
}
