package dev.millrace.servers.stock;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Switches JAX-RS on. */
@ApplicationPath("/")
public class StockApplication extends Application {}
