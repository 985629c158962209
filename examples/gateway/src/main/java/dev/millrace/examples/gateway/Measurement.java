package dev.millrace.examples.gateway;

import java.time.Instant;

import dev.millrace.EventName;

/** A value that a device measured. */
@EventName("gateway.measurement")
public record Measurement(Instant at, String gateway, String device, double value, String unit)
        implements GatewayEvent {}
