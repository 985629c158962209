package dev.millrace.servers.quiet;

import java.io.IOException;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import dev.millrace.MessageBroker;

/** Answers, and publishes only when it is told to. */
@WebServlet("/up")
public class QuietServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    transient MessageBroker broker;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("up");
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        broker.publish("quiet", "hello");
    }
}
