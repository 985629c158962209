package dev.millrace.servers;

import org.junit.jupiter.api.Tag;

/** WildFly with its MicroProfile configuration. */
@Tag("wildfly-microprofile")
class WildFlyMicroProfileIT implements AllChecks {

    private final Stage stage =
            new Stage("wildfly-microprofile", folder -> new WildFly("standalone-microprofile", folder));

    @Override
    public Stage stage() {
        return stage;
    }
}
