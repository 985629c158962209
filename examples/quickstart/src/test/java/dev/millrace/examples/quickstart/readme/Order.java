package dev.millrace.examples.quickstart.readme;

/** What the README's examples publish. */
public record Order(String id) {}
