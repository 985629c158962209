package dev.millrace.examples.quickstart.events;

import dev.millrace.EventName;

@EventName("order.placed")
public record OrderPlaced(String orderId, String customer) {}
