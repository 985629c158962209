package dev.millrace.examples.orders;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Switches JAX-RS on, right below the WAR's own path. */
@ApplicationPath("/")
public class OrdersApplication extends Application {}
