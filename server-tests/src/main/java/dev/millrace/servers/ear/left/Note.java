package dev.millrace.servers.ear.left;

/** What is no JSON on its topic. */
public record Note(String text) {}
