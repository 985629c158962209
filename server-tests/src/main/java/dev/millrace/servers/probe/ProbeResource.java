package dev.millrace.servers.probe;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

/** Whether HTTP is answered, and what is in the table. */
@Path("/")
@RequestScoped
public class ProbeResource {

    @Inject
    Rows rows;

    /** How many rows have a name. */
    @GET
    @Path("rows")
    public String rows(@QueryParam("name") String name) {
        return Long.toString(rows.count(name));
    }

    /** Always the same. */
    @GET
    @Path("up")
    public String up() {
        return "up";
    }
}
