package dev.millrace.servers;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is checked on one server. The server is started once for many checks, since a start takes long. */
@ExtendWith(Matrix.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@DisplayNameGeneration(DisplayNameGenerator.Simple.class)
interface ServerChecks {

    /** The server and all around it. */
    Stage stage();

    @AfterAll
    default void closeStage() {
        stage().close();
    }
}
