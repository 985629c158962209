package dev.millrace.examples.quickstart.readme;

record OrderPlaced(Order order) {}
