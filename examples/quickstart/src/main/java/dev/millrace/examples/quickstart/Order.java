package dev.millrace.examples.quickstart;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/** An order as the shop exports it. JSON-B leaves {@code null} what is missing; {@link #fault} finds that before use. */
public record Order(
        String id,
        Instant placedAt,
        Customer customer,
        Address address,
        Payment payment,
        String currency,
        List<Line> lines) {

    /** Who ordered. */
    public record Customer(String name, String email) {}

    /** Where it goes. */
    public record Address(String street, String city, String postcode, String country) {}

    /** How it is paid. */
    public record Payment(String token) {}

    /** One article of the order; the price is that of a piece. */
    public record Line(String sku, String title, int quantity, BigDecimal price) {

        private Optional<String> fault() {
            if (sku == null || sku.isBlank()) {
                return Optional.of("a line without \"sku\"");
            }
            if (quantity < 1) {
                return Optional.of("the quantity of " + sku + " must be 1 or more (was " + quantity + ")");
            }
            if (price == null || price.signum() < 0) {
                return Optional.of("the price of " + sku + " must be 0 or more (was " + price + ")");
            }
            return Optional.empty();
        }
    }

    /** Why this is no order to take on; empty where it is one. */
    Optional<String> fault() {
        if (id == null || id.isBlank()) {
            return Optional.of("no \"id\"");
        }
        if (customer == null || customer.email() == null) {
            return Optional.of("no \"customer\" with an \"email\"");
        }
        if (address == null || address.country() == null) {
            return Optional.of("no \"address\" with a \"country\"");
        }
        if (payment == null || payment.token() == null) {
            return Optional.of("no \"payment\" with a \"token\"");
        }
        if (currency == null || !isIso(currency)) {
            return Optional.of("the currency must be an ISO 4217 code (was " + currency + ")");
        }
        if (lines == null || lines.isEmpty()) {
            return Optional.of("no \"lines\"");
        }
        return lines.stream().flatMap(line -> line.fault().stream()).findFirst();
    }

    private static boolean isIso(String code) {
        return Currency.getAvailableCurrencies().stream()
                .anyMatch(known -> known.getCurrencyCode().equals(code));
    }

    /** What all lines cost together, rounded as the currency is. */
    BigDecimal total() {
        BigDecimal sum = lines.stream()
                .map(line -> line.price().multiply(BigDecimal.valueOf(line.quantity())))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return sum.setScale(Currency.getInstance(currency).getDefaultFractionDigits(), RoundingMode.HALF_UP);
    }
}
