package dev.millrace.examples.quickstart;

/**
 * A group is done with an order.
 *
 * @param group the group
 * @param id the id of the order's entry on its topic
 * @param deliveries how many deliveries it took
 * @param millis the time from being published to being handled
 */
public record Handled(String group, String id, int deliveries, long millis) {}
