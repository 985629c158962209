/** The broker in the memory of one process, for tests and first steps. */
module dev.millrace.memory {
    requires transitive dev.millrace;
    requires static transitive org.jspecify;

    exports dev.millrace.memory;

    provides dev.millrace.spi.BrokerProvider with
            dev.millrace.memory.MemoryBrokerProvider;
}
