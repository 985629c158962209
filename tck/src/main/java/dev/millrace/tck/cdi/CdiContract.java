package dev.millrace.tck.cdi;

/** What handlers on CDI beans are promised: for a provider's second test class. */
public interface CdiContract
        extends HandlersContract,
                InstancesContract,
                ContextsContract,
                TraceContract,
                StartContract,
                ShutdownContract,
                SubscribersContract,
                PullByHandContract {}
