package dev.millrace.examples.quickstart.peers;

import dev.millrace.EventName;

/** The event that crosses from one process to the other. */
@EventName("tick")
public record Tick(int number) {}
