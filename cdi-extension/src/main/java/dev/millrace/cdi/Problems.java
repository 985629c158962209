package dev.millrace.cdi;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Every code and message of the extension but those of {@link ServerProblems}: {@code CODE subject: problem (was X). Do Y.} Codes are never used again. */
final class Problems {

    private Problems() {}

    /** All faults as one text, since containers print one exception and some drop its cause. */
    static String report(Collection<String> all) {
        Set<String> faults = new LinkedHashSet<>(all);
        String title = faults.size() == 1
                ? "Millrace found a problem with this application:"
                : "Millrace found " + faults.size() + " problems with this application:";
        return faults.stream().collect(Collectors.joining("\n  ", title + "\n  ", ""));
    }

    /** A refusal without a stack: it would say nothing of the application, and some containers print it several times. */
    static <E extends RuntimeException> E withoutStack(E refusal) {
        refusal.setStackTrace(new StackTraceElement[0]);
        return refusal;
    }

    // Handlers: topic, group, options

    static String sameTopicAndGroup(String topic, String group, Collection<String> handlers) {
        return "MILL-001 " + String.join(" and ", handlers) + ": one application has one handler for a topic in a group"
                + " (was topic " + topic + ", group " + group + " " + handlers.size() + " times)."
                + " Leave one to share the work between replicas, or give them groups of their own if each is to"
                + " get every message.";
    }

    static String blankName(String handler, String element, String written) {
        return "MILL-002 " + handler + ": " + element + " needs a name (was \"" + written + "\"). Give one that is not"
                + " blank.";
    }

    static String unresolved(String handler, String element, String written, String missing) {
        return "MILL-005 " + handler + ": " + element + " cannot be resolved (was \"" + written + "\", and nothing is"
                + " configured for " + missing + "). Set " + missing + ", or give a default as in ${" + missing
                + ":name}.";
    }

    static String unusedOverride(String name) {
        return "MILL-070 " + name + ": no handler of this application has this option (was ignored). Correct the topic,"
                + " the group or the option in its name, or leave it to the application that it is for.";
    }

    static String brokenExpression(String handler, String element, String written) {
        return "MILL-006 " + handler + ": " + element + " is no complete expression (was \"" + written + "\"). Write"
                + " ${name} or ${name:default}.";
    }

    static String option(String handler, String element, String cause) {
        return "MILL-004 " + handler + ": " + element + " is invalid. " + cause;
    }

    static String wholeTopicBesideEvents(String topic, String group, Collection<String> handlers) {
        return "MILL-007 " + String.join(" and ", handlers) + ": a topic in a group has either one handler of the whole"
                + " topic or handlers of its events (was both, topic " + topic + ", group " + group + "). Give each an"
                + " event, or a group of its own.";
    }

    static String disagreement(String topic, String group, Collection<String> handlers, String option, String found) {
        return "MILL-008 " + String.join(" and ", handlers) + ": handlers of events of one topic in one group share a"
                + " subscription (was " + option + " " + found + ", topic " + topic + ", group " + group + "). Write"
                + " the same " + option + " for all.";
    }

    static String sharedByHand(String event, Collection<String> handlers) {
        return "MILL-009 " + String.join(" and ", handlers) + ": a delivery is settled by one handler (was ack = MANUAL"
                + " on all, event " + event + "). Use ack = AUTO, or give them groups of their own.";
    }

    static String unhandledWithoutEvent(String handler) {
        return "MILL-010 " + handler + ": a handler of the whole topic handles every event (was unhandled ="
                + " DEAD_LETTER without event). Name an event, or remove unhandled.";
    }

    // Handlers: the method

    static String parameters(String handler, String found) {
        return "MILL-003 " + handler + ": a handler takes a BrokerMessage, one payload, both, or nothing (was " + found
                + "). Change the signature.";
    }

    static String modifier(String handler, String found) {
        return "MILL-011 " + handler + ": a handler is called through its bean, which may be a proxy (was " + found
                + "). Remove " + found + ".";
    }

    static String returnType(String handler, String found) {
        return "MILL-012 " + handler + ": a handler returns void, or a CompletionStage that completes when the work is"
                + " done (was " + found + "). Change the return type.";
    }

    static String primitivePayload(String handler, String found) {
        return "MILL-013 " + handler + ": a payload is an object (was " + found + "). Take its wrapper class, a String"
                + " or a type of your own.";
    }

    static String openType(String handler, String found) {
        return "MILL-014 " + handler + ": the payload's type must be known (was " + found + ", which the bean class"
                + " leaves open). Name the type in the bean class, or take a concrete one.";
    }

    static String deliveryWithoutManual(String handler) {
        return "MILL-015 " + handler + ": a Delivery is settled by hand (was ack = AUTO). Add ack = AckMode.MANUAL, or"
                + " take a BrokerMessage.";
    }

    static String manualWithoutDelivery(String handler, String found) {
        return "MILL-016 " + handler + ": ack = MANUAL needs a Delivery to settle (was " + found + "). Take a Delivery,"
                + " or remove ack.";
    }

    static String packagePrivateElsewhere(String handler, String packageName) {
        return "MILL-017 " + handler + ": a package-private method of another package cannot be called through the"
                + " bean's proxy (was declared in " + packageName + "). Make it protected or public.";
    }

    static String twoMarks(String handler) {
        return "MILL-018 " + handler + ": a method consumes in a group or subscribes to a broadcast (was both"
                + " @Consumes and @Subscribes). Remove one, or write two methods.";
    }

    static String deliveryOfBroadcast(String handler) {
        return "MILL-019 " + handler + ": a broadcast is not settled (was a Delivery). Take a BrokerMessage, or use"
                + " @Consumes.";
    }

    // Handlers: the bean

    static String passivatingScope(String handler, String scope) {
        return "MILL-020 " + handler
                + ": there is no session or conversation to take the bean from when a message comes" + " (was @" + scope
                + "). Move the handler to an @ApplicationScoped, @RequestScoped or @Dependent bean.";
    }

    static String outsideBusinessView(String handler) {
        return "MILL-021 " + handler + ": a session bean is called through its business view, which lacks this method"
                + " (was not public, or in no local interface). Make it public, or add it to the local interface.";
    }

    static String stateful(String handler) {
        return "MILL-022 " + handler + ": a stateful session bean belongs to one client, and a message has none (was"
                + " @Stateful). Use @Stateless, @Singleton or @ApplicationScoped.";
    }

    static String typedHidesClass(String handler, String types) {
        return "MILL-023 " + handler + ": @Typed hides the class that has the handler (was typed " + types
                + "). Add the class to @Typed.";
    }

    static String transactionalStage(String handler, String found) {
        return "MILL-024 " + handler
                + ": @Transactional commits when the method returns, before its stage completes (was" + " " + found
                + "). Return void, or move @Transactional to the bean that does the work.";
    }

    static String stageOfSessionBean(String handler, String found) {
        return "MILL-033 " + handler + ": a session bean's transaction is committed when the method returns, before its"
                + " stage completes (was " + found + "). Return void, or put @TransactionAttribute(NOT_SUPPORTED) on"
                + " the method and let the bean that does the work have the transaction.";
    }

    static String asynchronous(String handler, String annotation) {
        return "MILL-025 " + handler
                + ": an asynchronous method returns before the work is done, and the message would be"
                + " acked (was @" + annotation + "). Remove it, or return a CompletionStage of work started elsewhere;"
                + " concurrency gives more threads.";
    }

    static String interceptor(String handler, String kind) {
        return "MILL-026 " + handler + ": a handler belongs to a bean of its own (was " + kind
                + "). Move it to a bean.";
    }

    static String finalClass(String handler, String scope) {
        return "MILL-027 " + handler + ": a final class or record has no proxy in a normal scope (was final, @" + scope
                + "). Remove final, or use @Singleton or @Dependent.";
    }

    static String noReference(String handler, String cause) {
        return "MILL-028 " + handler + ": the container gives no reference to the bean (was " + cause + "). Mend the"
                + " bean.";
    }

    static String neverBean(String handlers, String why) {
        return "MILL-029 " + handlers + ": the class is no bean, so no message would ever come (was " + why + "). Make"
                + " it a bean, or remove the annotation.";
    }

    static String noBean(String handlers) {
        return "MILL-031 " + handlers + ": the class is no bean, so no message will ever come (was found, but vetoed or"
                + " not enabled). Make it a bean, or remove the annotation.";
    }

    static String undiscovered(String handler) {
        return "MILL-032 " + handler + ": the class is no bean, so no message will ever come (was seen by the servlet"
                + " container, but not by CDI). Give it a scope, such as @ApplicationScoped, or remove @Consumes.";
    }

    static String guarded(String handler, String annotation) {
        return "MILL-030 " + handler + ": handlers run without a caller, so a guard refuses every message (was @"
                + annotation + "). Move the handler to a bean that is not guarded.";
    }

    // Topics that are injected

    static String openTopic(String place, String found) {
        return "MILL-080 " + place + ": the payloads of a topic need a type (was " + found + "). Write it out, as in"
                + " Topic<Order>; Topic<String> and Topic<byte[]> take payloads as they are.";
    }

    static String unnamedTopic(String place) {
        return "MILL-081 " + place + ": a topic is injected by its name (was without @TopicName). Add"
                + " @TopicName(\"...\").";
    }

    static String topicOfNoPlace() {
        return "MILL-082 Topic: the container does not say which topic is looked up (was a lookup without an injection"
                + " point, as on OpenWebBeans). Inject the topic, or use ConsumerRegistry.topic.";
    }

    // Brokers

    static String noBroker(List<String> users, String present) {
        return "MILL-040 broker: " + users.size() + " " + (users.size() == 1 ? "place needs" : "places need")
                + " a broker, and there is none (was " + present + ")."
                + users.stream().map(user -> "\n    " + user).collect(Collectors.joining())
                + "\n  Either add a provider, such as millrace-redis with millrace.redis.url, or millrace-memory;"
                + "\n  or produce one: @Produces @ApplicationScoped Broker broker() { ... }."
                + "\n  millrace.enabled=false runs the application without.";
    }

    static String unknownProvider(String name, String present) {
        return "MILL-041 millrace.provider: no provider has that name (was \"" + name + "\"; present: " + present
                + "). Correct the name, or add the provider's jar.";
    }

    static String severalProviders(String present) {
        return "MILL-042 broker: several providers could be meant (was " + present + "). Name one with"
                + " millrace.provider, set millrace.redis.url for Redis, or leave one jar.";
    }

    static String severalBrokers(String beans) {
        return "MILL-043 broker: an application has one broker bean (was " + beans
                + "). Leave one, or give the others a" + " qualifier.";
    }

    static String brokerScope(String bean, String scope) {
        return "MILL-044 broker: each injection or request would get a broker of its own (was " + bean + ", @" + scope
                + "). Add @ApplicationScoped.";
    }

    static String setting(String cause) {
        return "MILL-045 configuration: " + cause;
    }

    static String severalCodecs(String beans) {
        return "MILL-046 codecs: an application has one Codecs bean (was " + beans
                + "). Leave one, or give the others a" + " qualifier.";
    }

    // The extension and its use

    static String extensionTwice(String first, String second) {
        return "MILL-050 extension: Millrace is present twice in this application, and each would start every handler"
                + " (was " + first + " and " + second + "). Remove one.";
    }

    static String disabled() {
        return "MILL-051 broker: Millrace is switched off (was millrace.enabled=false). Set it to true to publish and"
                + " consume.";
    }

    static String closed() {
        return "MILL-052 broker: the application has shut down (was closed). Publish before the shutdown.";
    }

    static String noMessage() {
        return "MILL-053 BrokerMessage: no message is being handled here (was thread "
                + Thread.currentThread().getName() + "). Use it within a handler, or carry the delivery to other"
                + " threads with DeliveryContext.wrap.";
    }

    static String noBridge() {
        return "MILL-059 EventBridge: events are observed only where the application injects a bridge (was asked for at"
                + " run time alone). Add @Inject EventBridge to a bean.";
    }

    static String nullStage(String handler) {
        return "MILL-054 " + handler + ": the message is acked when the returned stage completes (was null). Return a"
                + " CompletionStage.";
    }
}
