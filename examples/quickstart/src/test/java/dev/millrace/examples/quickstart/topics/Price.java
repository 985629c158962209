package dev.millrace.examples.quickstart.topics;

import java.math.BigDecimal;

/** What an article costs. */
public record Price(String article, BigDecimal amount) {}
