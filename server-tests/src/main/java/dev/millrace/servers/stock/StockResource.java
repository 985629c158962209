package dev.millrace.servers.stock;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The stock over HTTP. */
@Path("stock/{name}")
@RequestScoped
public class StockResource {

    @Inject
    Stock stock;

    /** How much there is. */
    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String amount(@PathParam("name") String name) {
        return String.valueOf(stock.amount(name).orElseThrow(NotFoundException::new));
    }

    /** Says how much there is. */
    @PUT
    @Consumes(MediaType.TEXT_PLAIN)
    public void store(@PathParam("name") String name, String amount) {
        stock.store(name, Integer.parseInt(amount));
    }
}
