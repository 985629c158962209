package dev.millrace.servers.probe;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/** The application's own start as a servlet listener. */
@WebListener
public class StartListener implements ServletContextListener {

    @Override
    public void contextInitialized(ServletContextEvent event) {
        StartUp.takeTime();
        Probe.journal("up listener");
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        Probe.journal("down listener");
    }
}
