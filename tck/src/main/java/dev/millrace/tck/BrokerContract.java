package dev.millrace.tck;

/**
 * The whole contract of a broker: what a provider's test class implements. Themes that later versions of the
 * kit add come with it.
 */
public interface BrokerContract
        extends PublishingContract,
                MessagesContract,
                CodecsContract,
                GroupsContract,
                OrderContract,
                EventsContract,
                StartPositionContract,
                DeliveryContract,
                NeighboursContract,
                ManualAckContract,
                PullContract,
                RetryContract,
                AllowanceContract,
                CrashContract,
                ClaimsContract,
                DeadLettersContract,
                HopelessContract,
                RequeueContract,
                DrainContract,
                PauseContract,
                HandBackContract,
                RegistryContract,
                BroadcastContract,
                PositionContract,
                SlowSubscriberContract,
                RetentionContract,
                OutageContract {}
