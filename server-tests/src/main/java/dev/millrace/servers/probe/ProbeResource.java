package dev.millrace.servers.probe;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

import dev.millrace.Topic;
import dev.millrace.cdi.TopicName;

/** Whether HTTP is answered, what is in the table, and a way to the handlers by an injected topic. */
@Path("/")
@RequestScoped
public class ProbeResource {

    @Inject
    Rows rows;

    @Inject
    @TopicName("look")
    Topic<String> look;

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

    /** Has a handler look around. */
    @POST
    @Path("look")
    public String look(@QueryParam("name") String name) {
        return look.emit(name);
    }
}
