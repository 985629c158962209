/**
 * The CDI side of Millrace: finds the methods marked {@link dev.millrace.Consumes}, checks them at
 * deployment, runs them with a request context of their own, and drains them ahead of the container's
 * shutdown.
 *
 * <p>An application needs little of this package: {@link dev.millrace.cdi.TopicName} to have a topic injected, and sometimes
 * {@link dev.millrace.cdi.EventBridge} or {@link dev.millrace.cdi.DeliveryContext};
 * a test without bean discovery adds {@link dev.millrace.cdi.ConsumesExtension} by hand. Injected are
 * {@link dev.millrace.MessageBroker}, {@link dev.millrace.Topic}, {@link dev.millrace.ConsumerRegistry},
 * {@link dev.millrace.BrokerMessage} and {@link dev.millrace.TraceContext}.
 */
@NullMarked
package dev.millrace.cdi;

import org.jspecify.annotations.NullMarked;
