package dev.millrace.examples.gateway;

/** What has to be ended before the example is. */
interface Started {

    /** Ends it, and returns when it is gone. */
    void end() throws InterruptedException;
}
