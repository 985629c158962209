package dev.millrace.examples.orders;

import java.util.List;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.TraceContext;

/** Takes orders, and shows what became of them. */
@Path("/orders")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class OrderResource {

    @Inject
    MessageBroker broker;

    @Inject
    TraceContext trace;

    @Inject
    Books books;

    /** Answers once the broker has the order: 202, since it is billed and shipped later. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response place(@NotNull @Valid Order order, @HeaderParam("Shop") @DefaultValue("main") String shop) {
        // The key makes a customer's second click, within two minutes, the same message.
        String message = broker.publish(OutgoingMessage.to(Topics.PLACED, order)
                .header(Topics.SHOP, shop)
                .headers(trace.outboundHeaders())
                .idempotencyKey(order.id()));
        return Response.accepted(
                        new Receipt(order.id(), message, trace.traceId().orElse("")))
                .build();
    }

    /** All that was billed or shipped, in the order of the ids. */
    @GET
    public List<OrderStatus> all() {
        return books.all();
    }

    /** What became of one order; 404 while nothing has. */
    @GET
    @Path("{id}")
    public OrderStatus one(@PathParam("id") String id) {
        return books.find(id).orElseThrow(NotFoundException::new);
    }

    /** The answer to an order: the ids under which message and trace are found. */
    public record Receipt(String order, String message, String trace) {}
}
