package dev.millrace.examples.quickstart.readme;

import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

final class Main {

    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        try (SeContainer container = SeContainerInitializer.newInstance().initialize()) {
            container.select(Checkout.class).get().place(new Order("O-1"));
            Thread.currentThread().join(); // until Ctrl-C
        }
    }
}
