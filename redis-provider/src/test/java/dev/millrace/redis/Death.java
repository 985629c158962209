package dev.millrace.redis;

import dev.millrace.Broker;

/** Lets a broker in this JVM die as its process would. */
public final class Death {

    private Death() {}

    /** Nothing is waited for, acked or handed back from now on, and its name is free. */
    public static void of(Broker broker) {
        ((RedisBroker) broker).abandon();
    }
}
