package dev.millrace.codec.cbor.page;

import java.time.Instant;

public record Reading(String sensor, double value, Instant at) {}
