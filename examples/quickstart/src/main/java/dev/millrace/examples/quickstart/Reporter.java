package dev.millrace.examples.quickstart;

import java.time.Duration;
import java.time.Instant;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a handler finished, here and, by a message, in every other process on the same broker. Handlers are
 * called through their beans, so that interceptors apply to them as to any other method.
 */
@Reported
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
class Reporter {

    @Inject
    BrokerMessage message;

    @Inject
    MessageBroker broker;

    @Inject
    Report report;

    @AroundInvoke
    @Nullable
    Object report(InvocationContext call) throws Exception {
        report.begun();
        try {
            Object result = call.proceed();
            tell(call);
            return result;
        } finally {
            report.ended();
        }
    }

    private void tell(InvocationContext call) {
        String group = call.getMethod().getAnnotation(Consumes.class).group();
        Duration taken = Duration.between(message.publishedAt(), Instant.now());
        Handled handled = new Handled(group, message.id(), message.deliveries(), Math.max(0, taken.toMillis()));
        broker.publish(Topics.HANDLED, handled);
        report.handled(handled);
    }
}
