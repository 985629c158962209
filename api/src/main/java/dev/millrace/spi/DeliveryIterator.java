package dev.millrace.spi;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

import dev.millrace.Delivery;

/** Goes through what a source gives, until it gives nothing. */
final class DeliveryIterator implements Iterator<Delivery> {

    private final Supplier<Optional<Delivery>> source;
    private Optional<Delivery> taken = Optional.empty();

    DeliveryIterator(Supplier<Optional<Delivery>> source) {
        this.source = source;
    }

    @Override
    public boolean hasNext() {
        if (taken.isEmpty()) {
            taken = source.get();
        }
        return taken.isPresent();
    }

    @Override
    public Delivery next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the consumer is closed or drained, or the thread was interrupted");
        }
        Delivery next = taken.orElseThrow();
        taken = Optional.empty();
        return next;
    }
}
