package dev.millrace.examples.quickstart.events;

import dev.millrace.EventName;

@EventName("order.cancelled")
public record OrderCancelled(String orderId) {}
