package dev.millrace.servers;

import org.junit.jupiter.api.Tag;

/** Payara Micro 7, which is Jakarta EE 11, on JDK 25. */
@Tag("payara-micro-7")
class PayaraMicro7IT implements AllChecks {

    private final Stage stage =
            new Stage("payara-micro-7", folder -> new PayaraMicro("7.2025.1", Jdk.home(25), folder));

    @Override
    public Stage stage() {
        return stage;
    }
}
