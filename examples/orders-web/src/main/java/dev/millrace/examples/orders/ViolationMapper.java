package dev.millrace.examples.orders;

import java.util.List;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Says what is wrong with an order, in the same form on every server. */
@Provider
public class ViolationMapper implements ExceptionMapper<ConstraintViolationException> {

    @Override
    public Response toResponse(ConstraintViolationException exception) {
        List<Fault> faults = exception.getConstraintViolations().stream()
                .map(Fault::of)
                .sorted()
                .toList();
        return Response.status(Response.Status.BAD_REQUEST)
                .type(MediaType.APPLICATION_JSON)
                .entity(faults)
                .build();
    }

    /** One constraint that is not met. */
    public record Fault(String field, String problem) implements Comparable<Fault> {

        static Fault of(ConstraintViolation<?> violation) {
            String path = violation.getPropertyPath().toString();
            // Without the name of the method and of its parameter, which the sender does not know.
            return new Fault(path.replaceFirst("^[^.]*\\.[^.]*\\.?", ""), violation.getMessage());
        }

        @Override
        public int compareTo(Fault other) {
            int byField = field.compareTo(other.field);
            return byField == 0 ? problem.compareTo(other.problem) : byField;
        }
    }
}
