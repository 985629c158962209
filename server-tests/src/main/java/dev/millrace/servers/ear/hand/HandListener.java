package dev.millrace.servers.ear.hand;

import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

import dev.millrace.ConsumerRegistry;

/** Starts a consumer while its module starts. */
@WebListener
public class HandListener implements ServletContextListener {

    @Inject
    ConsumerRegistry registry;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        Hand.consume(registry, event.getServletContext(), "listener");
    }
}
