package dev.millrace.examples.quickstart.events;

public record PriceChanged(String item, int cents, int before) {}
