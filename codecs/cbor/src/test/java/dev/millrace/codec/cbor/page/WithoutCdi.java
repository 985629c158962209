package dev.millrace.codec.cbor.page;

import dev.millrace.Broker;
import dev.millrace.codec.cbor.CborCodec;
import dev.millrace.memory.MemoryBroker;

final class WithoutCdi {

    private WithoutCdi() {}

    static Broker open() {
        Broker broker =
                MemoryBroker.builder().codec("readings", new CborCodec()).build();
        return broker;
    }
}
