package dev.millrace.examples.gateway;

import java.time.Instant;

/** What a gateway tells of one of its devices, fired as a CDI event. */
public sealed interface GatewayEvent permits Alarm, Measurement, StateChange {

    /** When the gateway saw it. */
    Instant at();

    /** The gateway's name. */
    String gateway();

    /** The device, as the gateway calls it. */
    String device();
}
