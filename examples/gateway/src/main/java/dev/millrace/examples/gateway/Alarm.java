package dev.millrace.examples.gateway;

import java.time.Instant;

import dev.millrace.EventName;

/** Something that somebody should look at. */
@EventName("gateway.alarm")
public record Alarm(Instant at, String gateway, String device, String severity, String text) implements GatewayEvent {}
