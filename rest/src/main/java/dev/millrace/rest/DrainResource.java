package dev.millrace.rest;

import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

import dev.millrace.cdi.ConsumerControl;
import dev.millrace.spi.Settings;

/**
 * Drains the application's consumers ahead of a shutdown, while it goes on answering requests (DRN-9): what a
 * {@code preStop} hook calls. It is not found (404) unless {@code millrace.rest.drain} is {@code true}, and then
 * for callers in the role {@code millrace.rest.drain-role} only (403). Authenticating them is the server's matter.
 */
@Path("millrace/drain")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
@SuppressWarnings("exports") // The module of JAX-RS is asked of those who run this, not of those who compile.
public class DrainResource {

    @Inject
    ConsumerControl control;

    private final DrainAccess access = DrainAccess.of(Settings.ofApplication());

    /** Used by the container. */
    @SuppressWarnings("NullAway.Init") // The container injects the field.
    public DrainResource() {}

    /** {@code RUNNING}, {@code DRAINING} or {@code DRAINED}, and each subscription as {@code topic/group}, by lines. */
    @GET
    public String state(@Context SecurityContext caller) {
        check(caller);
        return lines(control.getSubscriptions());
    }

    /**
     * Drains, and answers when that is done, after {@code millrace.shutdown-timeout} at most: {@code DRAINED},
     * and each subscription that has a message in hand still, by lines.
     */
    @POST
    public String drain(@Context SecurityContext caller) {
        check(caller);
        return lines(control.drain());
    }

    private void check(SecurityContext caller) {
        if (!access.on()) {
            throw new NotFoundException();
        }
        if (access.role() == null || !caller.isUserInRole(access.role())) {
            throw new ForbiddenException();
        }
    }

    private String lines(List<String> subscriptions) {
        List<String> lines = new ArrayList<>(List.of(control.getState().name()));
        lines.addAll(subscriptions);
        return String.join("\n", lines) + "\n";
    }
}
