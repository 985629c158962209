package dev.millrace.examples.quickstart;

import java.util.List;

/** The topics, and who works on them. */
final class Topics {

    static final String PLACED = "order.placed";
    static final String HANDLED = "order.handled";

    static final String BILLING = "billing";
    static final String SHIPPING = "shipping";
    static final String EMAIL = "email";

    static final List<String> GROUPS = List.of(BILLING, SHIPPING, EMAIL);

    private Topics() {}
}
