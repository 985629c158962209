package dev.millrace.redis.internal.stream;

/** A group of a stream, by the stream's key and its own name. */
public record StreamGroup(String key, String name) {}
