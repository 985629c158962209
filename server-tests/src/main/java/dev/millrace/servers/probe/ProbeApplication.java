package dev.millrace.servers.probe;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Switches JAX-RS on. */
@ApplicationPath("/")
public class ProbeApplication extends Application {}
