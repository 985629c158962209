package dev.millrace.tck;

/**
 * The whole contract of a broker: what a provider's test class implements. Themes that later versions of the
 * kit add come with it.
 */
public interface BrokerContract
        extends PublishingContract,
                MessagesContract,
                GroupsContract,
                DeliveryContract,
                ManualAckContract,
                RetryContract,
                CrashContract,
                ClaimsContract,
                DeadLettersContract,
                RequeueContract,
                DrainContract,
                HandBackContract,
                RegistryContract,
                OutageContract {}
