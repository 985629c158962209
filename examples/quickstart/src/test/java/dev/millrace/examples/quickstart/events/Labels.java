package dev.millrace.examples.quickstart.events;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
class Labels {

    private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();

    void print(String item, int cents, int before) {
        printed.add(item + ": " + before + " -> " + cents);
    }

    BlockingQueue<String> printed() {
        return printed;
    }
}
