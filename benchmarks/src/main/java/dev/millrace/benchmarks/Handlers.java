package dev.millrace.benchmarks;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;

/** Handlers as an application writes them, which do next to nothing. */
final class Handlers {

    private Handlers() {}

    @ApplicationScoped
    public static class Plain {

        private long bytes;

        @Consumes(topic = "plain", group = "billing")
        public void handle(BrokerMessage message) {
            bytes += message.id().length();
        }
    }

    @ApplicationScoped
    public static class WithRequestBean {

        @Inject
        RequestBean request;

        @Consumes(topic = "request-bean", group = "billing")
        public void handle(BrokerMessage message) {
            request.count();
        }
    }

    @Dependent
    public static class PerMessage {

        private long bytes;

        @Consumes(topic = "dependent", group = "billing")
        public void handle(BrokerMessage message) {
            bytes += message.id().length();
        }
    }

    @ApplicationScoped
    public static class WithPayload {

        private long cents;

        @Consumes(topic = "payload", group = "billing")
        public void handle(Sample.Order order) {
            cents += order.cents();
        }
    }

    @RequestScoped
    public static class RequestBean {

        private int calls;

        public int count() {
            return ++calls;
        }
    }
}
