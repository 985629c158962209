package dev.millrace.servers;

import org.junit.jupiter.api.Tag;

/** WildFly with its default configuration. */
@Tag("wildfly")
class WildFlyIT implements AllChecks {

    private final Stage stage = new Stage("wildfly", folder -> new WildFly("standalone", folder));

    @Override
    public Stage stage() {
        return stage;
    }
}
