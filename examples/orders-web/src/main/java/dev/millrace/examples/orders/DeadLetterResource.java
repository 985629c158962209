package dev.millrace.examples.orders;

import java.nio.charset.StandardCharsets;
import java.util.List;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import dev.millrace.DeadLetter;
import dev.millrace.DeadLetters;
import dev.millrace.MessageBroker;

/** The orders that could not be handled. A shop would let only its operators in here. */
@Path("/dead-letters")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class DeadLetterResource {

    @Inject
    MessageBroker broker;

    /** The oldest hundred. */
    @GET
    public List<Failed> list() {
        return letters().list(100).stream().map(Failed::of).toList();
    }

    /** Gives one to the group that failed once more. */
    @POST
    @Path("{id}/requeue")
    public void requeue(@PathParam("id") String id) {
        if (!letters().requeue(id)) {
            throw new NotFoundException();
        }
    }

    /** Drops one for good. */
    @DELETE
    @Path("{id}")
    public void purge(@PathParam("id") String id) {
        if (!letters().purge(id)) {
            throw new NotFoundException();
        }
    }

    private DeadLetters letters() {
        return broker.deadLetters(Topics.PLACED);
    }

    /** What an operator wants to know of one. */
    public record Failed(String id, String group, String reason, String failure, String payload) {

        static Failed of(DeadLetter letter) {
            return new Failed(
                    letter.id(),
                    letter.group(),
                    letter.reason().name(),
                    letter.exceptionMessage().orElse(""),
                    // As text in any case: a payload that is no order is a reason to be here.
                    new String(letter.message().payload(), StandardCharsets.UTF_8));
        }
    }
}
