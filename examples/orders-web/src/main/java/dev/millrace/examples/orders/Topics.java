package dev.millrace.examples.orders;

/** Names that publisher and handlers share. */
final class Topics {

    static final String PLACED = "order.placed";

    /** A header: the shop that an order came in by. */
    static final String SHOP = "shop";

    private Topics() {}
}
