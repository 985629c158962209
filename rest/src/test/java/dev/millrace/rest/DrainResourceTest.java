package dev.millrace.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.Principal;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.SecurityContext;

import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.cdi.ConsumesExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** DRN-9: the drain over HTTP, off unless switched on and for one role only. */
class DrainResourceTest {

    private static final Map<String, String> ON = Map.of("millrace.rest.drain", "true");
    private static final Map<String, String> FOR_OPERATORS =
            Map.of("millrace.rest.drain", "true", "millrace.rest.drain-role", "operator");

    @ApplicationScoped
    static class Handler {
        @Consumes(topic = "rest.topic", group = "g")
        void handle(String text) {}
    }

    /** A caller with one role. */
    private record Caller(String role) implements SecurityContext {
        @Override
        public Principal getUserPrincipal() {
            return () -> "somebody";
        }

        @Override
        public boolean isUserInRole(String asked) {
            return asked.equals(role);
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return BASIC_AUTH;
        }
    }

    @AfterEach
    void forget() {
        FOR_OPERATORS.keySet().forEach(System::clearProperty);
    }

    private static SeContainer application(Map<String, String> settings) {
        settings.forEach(System::setProperty);
        return SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(new ConsumesExtension(), new DrainExtension())
                .addBeanClasses(DrainResource.class, Handler.class)
                .initialize();
    }

    private static String drained(SeContainer container, String role) {
        RequestContextController request =
                container.select(RequestContextController.class).get();
        request.activate();
        try {
            DrainResource resource = container.select(DrainResource.class).get();
            assertThat(resource.state(new Caller(role))).isEqualTo("RUNNING\nrest.topic/g\n");
            return resource.drain(new Caller(role));
        } finally {
            request.deactivate();
        }
    }

    @Test
    void whoHasTheRoleDrainsWhileTheApplicationGoesOn() {
        try (SeContainer container = application(FOR_OPERATORS)) {
            assertThat(drained(container, "operator")).isEqualTo("DRAINED\n");
            assertThat(container.select(MessageBroker.class).get().publish("rest.topic", "x"))
                    .isNotEmpty();
        }
    }

    @Test
    void whoLacksTheRoleIsRefused() {
        try (SeContainer container = application(FOR_OPERATORS)) {
            assertThatThrownBy(() -> drained(container, "customer")).isInstanceOf(ForbiddenException.class);
        }
    }

    @Test
    void itIsNotThereUnlessSwitchedOn() {
        try (SeContainer container = application(Map.of("millrace.rest.drain-role", "operator"))) {
            assertThatThrownBy(() -> drained(container, "operator")).isInstanceOf(NotFoundException.class);
        }
    }

    @Test
    @SuppressWarnings("resource")
    void anApplicationThatDoesNotSayWhoMayIsRefused() {
        assertThatThrownBy(() -> application(ON))
                .hasStackTraceContaining("MILL-060 millrace.rest.drain: whoever can drain an application can stop its"
                        + " work (was on, without millrace.rest.drain-role). Name the role that may.");
    }

    @Test
    @SuppressWarnings("resource")
    void aSwitchThatIsNoneIsRefused() {
        assertThatThrownBy(() -> application(Map.of("millrace.rest.drain", "perhaps")))
                .hasStackTraceContaining("MILL-061 configuration: millrace.rest.drain: true or false is needed");
    }
}
