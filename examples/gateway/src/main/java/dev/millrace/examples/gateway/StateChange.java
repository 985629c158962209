package dev.millrace.examples.gateway;

import java.time.Instant;

import dev.millrace.EventName;

/** A device that went from one state to another. */
@EventName("gateway.state")
public record StateChange(Instant at, String gateway, String device, String before, String state)
        implements GatewayEvent {}
