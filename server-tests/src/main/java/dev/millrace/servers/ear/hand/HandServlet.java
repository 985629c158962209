package dev.millrace.servers.ear.hand;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import dev.millrace.ConsumerRegistry;

/** Starts a consumer in a request. */
@WebServlet("/consume")
public class HandServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    transient ConsumerRegistry registry;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        Hand.consume(registry, request.getServletContext(), "request");
    }
}
