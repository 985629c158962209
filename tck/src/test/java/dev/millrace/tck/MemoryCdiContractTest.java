package dev.millrace.tck;

import dev.millrace.tck.cdi.CdiContract;

class MemoryCdiContractTest implements CdiContract {

    @Override
    public BrokerHarness harness() {
        return new MemoryHarness();
    }
}
