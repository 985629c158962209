package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import org.junit.jupiter.api.Test;

/** What is public is promised: a type that appears here, or goes from here, is a decision. */
class PublicTypesTest {

    @Test
    void applicationsSeeTheseTypesAndNoOthers() {
        assertThat(publicTypesOf("dev.millrace"))
                .containsExactlyInAnyOrder(
                        "AckMode",
                        "BroadcastSubscription",
                        "Broker",
                        "BrokerException",
                        "BrokerMessage",
                        "BrokerMessage$Builder",
                        "BrokerUnavailableException",
                        "Codecs",
                        "ConsumerOptions",
                        "ConsumerRegistry",
                        "Consumes",
                        "DeadLetter",
                        "DeadLetter$Reason",
                        "DeadLetterHeaders",
                        "DeadLetters",
                        "Delivery",
                        "DeliveryHandler",
                        "EventName",
                        "MessageBroker",
                        "MessageGap",
                        "MessageHandler",
                        "OutgoingMessage",
                        "Overflow",
                        "PayloadCodec",
                        "PayloadException",
                        "Position",
                        "Position$After",
                        "Position$At",
                        "Position$Earliest",
                        "Position$Latest",
                        "PublishOutcomeUnknownException",
                        "PullConsumer",
                        "Retention",
                        "RetryPolicy",
                        "StartAt",
                        "SubscriberOptions",
                        "Subscribes",
                        "Subscription",
                        "Topic",
                        "Topic$Handler",
                        "TraceContext",
                        "TraceContext$Scope",
                        "TypeToken",
                        "Unhandled");
    }

    @Test
    void providersSeeTheseTypesAndNoOthers() {
        assertThat(publicTypesOf("dev.millrace.spi"))
                .containsExactlyInAnyOrder(
                        "BrokerProvider",
                        "CodecProvider",
                        "ConfiguredCodecs",
                        "ConfiguredRetention",
                        "DeadLetterCopy",
                        "FailurePolicy",
                        "HandlerRun",
                        "HandlerSlots",
                        "KeyOrder",
                        "Outcome",
                        "Outcome$Done",
                        "Outcome$Failed",
                        "Outcome$NotStarted",
                        "Outcome$RetryAsked",
                        "PullConsumers",
                        "PullConsumers$Consuming",
                        "Settings",
                        "SubscriberBuffer",
                        "Verdict",
                        "Verdict$GiveUp",
                        "Verdict$Retry");
    }

    private static String[] publicTypesOf(String packageName) {
        return ApiClasses.all().stream()
                .filter(type -> type.getPackageName().equals(packageName))
                .filter(PublicTypesTest::isPublic)
                .map(type -> type.getName().substring(packageName.length() + 1))
                .toArray(String[]::new);
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublicTypesTest::isPublic).orElse(true);
    }
}
