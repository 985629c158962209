package dev.millrace.examples.orders;

import java.math.BigDecimal;
import java.util.List;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;

/** What a customer sends, and what is published. */
public record Order(
        @NotBlank @Size(max = 64) String id,
        @NotBlank @Email String email,

        @NotNull @Pattern(regexp = "[A-Z]{2}", message = "must be an ISO 3166 code such as AT")
        String country,

        @NotEmpty @Size(max = 100) List<@NotNull @Valid Line> lines) {

    /** One article of an order; the price is that of a piece. */
    public record Line(
            @NotBlank String article,
            @Positive int quantity,
            @NotNull @PositiveOrZero BigDecimal price) {}

    BigDecimal total() {
        return lines.stream()
                .map(line -> line.price().multiply(BigDecimal.valueOf(line.quantity())))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
