package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.context.Dependent;

import dev.millrace.Consumes;
import dev.millrace.cdi.HandlerCandidate.BeanKind;
import dev.millrace.cdi.HandlerCandidate.ScopeKind;
import org.junit.jupiter.api.Test;

/** HND-3 where only a server has such beans: session beans and their business views, guards. */
class HandlerRulesTest {

    private static HandlerCandidate candidate(String method, BeanKind kind, Set<Type> types, String... annotations) {
        return candidate(Session.class, method, kind, types, annotations);
    }

    private static HandlerCandidate candidate(
            Class<?> beanClass, String method, BeanKind kind, Set<Type> types, String... annotations) {
        Method found = Arrays.stream(beanClass.getMethods())
                .filter(each ->
                        each.getName().equals(method) && each.isAnnotationPresent(Consumes.class) && !each.isBridge())
                .findFirst()
                .orElseGet(() -> declared(beanClass, method));
        return new HandlerCandidate(
                found,
                Optional.of(found.getAnnotation(Consumes.class)),
                Optional.empty(),
                beanClass,
                kind,
                types,
                Dependent.class,
                ScopeKind.PSEUDO,
                Set.of(annotations));
    }

    private static Method declared(Class<?> beanClass, String method) {
        return Arrays.stream(beanClass.getDeclaredMethods())
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> faultsOfStage(Class<?> beanClass, BeanKind kind) {
        return HandlerRules.faults(candidate(beanClass, "later", kind, Set.of(beanClass)));
    }

    @Test
    void aPublicMethodIsInTheViewOfASessionBeanWithoutInterface() {
        assertThat(HandlerRules.faults(candidate("open", BeanKind.SESSION, Set.of(Session.class))))
                .isEmpty();
    }

    @Test
    void aMethodThatIsNotPublicIsOutsideTheView() {
        assertThat(HandlerRules.faults(candidate("hidden", BeanKind.SESSION, Set.of(Session.class))))
                .containsExactly("MILL-021 " + Session.class.getName() + "#hidden: a session bean is called through its"
                        + " business view, which lacks this method (was not public, or in no local interface). Make it"
                        + " public, or add it to the local interface.");
    }

    @Test
    void aMethodOfALocalInterfaceIsCalledThroughIt() {
        HandlerCandidate candidate = candidate("open", BeanKind.SESSION, Set.of(Local.class, Object.class));
        assertThat(HandlerRules.faults(candidate)).isEmpty();
        assertThat(BusinessView.of(candidate))
                .hasValueSatisfying(view -> assertThat(view.type()).isEqualTo(Local.class));
    }

    @Test
    void aMethodOfAGenericLocalInterfaceIsCalledThroughItsOwnMethod() throws Exception {
        Method inInterface = Takes.class.getMethod("on", Object.class);
        for (Class<?> type : List.of(TakesText.class, InheritsTaking.class)) {
            HandlerCandidate candidate = candidate(type, "on", BeanKind.SESSION, Set.of(Takes.class, Object.class));
            assertThat(HandlerRules.faults(candidate)).isEmpty();
            assertThat(BusinessView.of(candidate)).contains(new BusinessView(Takes.class, inInterface));
        }
    }

    @Test
    void anOverloadThatTheGenericLocalInterfaceLacksIsOutsideTheView() {
        assertThat(HandlerRules.faults(
                        candidate(TakesNumberToo.class, "on", BeanKind.SESSION, Set.of(Takes.class, Object.class))))
                .singleElement()
                .asString()
                .startsWith("MILL-021 ");
    }

    @Test
    void aStageInTheTransactionOfASessionBeanIsRefused() {
        assertThat(faultsOfStage(Staged.class, BeanKind.SESSION))
                .containsExactly("MILL-033 " + Staged.class.getName() + "#later: a session bean's transaction is"
                        + " committed when the method returns, before its stage completes (was CompletionStage)."
                        + " Return void, or put @TransactionAttribute(NOT_SUPPORTED) on the method and let the bean that"
                        + " does the work have the transaction.");
        assertThat(faultsOfStage(MethodInTransaction.class, BeanKind.SESSION)).hasSize(1);
    }

    @Test
    void aStageOutsideATransactionIsNoFault() {
        assertThat(faultsOfStage(Staged.class, BeanKind.MANAGED)).isEmpty();
        for (Class<?> type : List.of(MethodWithout.class, ClassWithout.class, BeanManaged.class)) {
            assertThat(faultsOfStage(type, BeanKind.SESSION)).as(type.getName()).isEmpty();
        }
    }

    @Test
    void aMethodThatTheLocalInterfaceLacksIsOutsideTheView() {
        assertThat(HandlerRules.faults(candidate("more", BeanKind.SESSION, Set.of(Local.class, Object.class))))
                .singleElement()
                .asString()
                .startsWith("MILL-021 ");
    }

    @Test
    void theAsynchronousOfMicroProfileIsRefused() {
        assertThat(HandlerRules.faults(candidate(
                        "open",
                        BeanKind.MANAGED,
                        Set.of(Session.class),
                        "org.eclipse.microprofile.faulttolerance.Asynchronous")))
                .singleElement()
                .asString()
                .startsWith("MILL-025 ");
    }

    @Test
    void theAsynchronousOfEnterpriseBeansIsRefused() {
        assertThat(HandlerRules.faults(
                        candidate("open", BeanKind.SESSION, Set.of(Session.class), "jakarta.ejb.Asynchronous")))
                .singleElement()
                .asString()
                .startsWith("MILL-025 ");
    }

    @Test
    void aGuardOnAHandlerIsWarnedAbout() {
        HandlerCandidate guarded =
                candidate("open", BeanKind.SESSION, Set.of(Session.class), "jakarta.annotation.security.RolesAllowed");
        assertThat(HandlerRules.faults(guarded)).isEmpty();
        assertThat(HandlerRules.warning(guarded))
                .contains("MILL-030 " + Session.class.getName() + "#open: handlers run without a caller, so a guard"
                        + " refuses every message (was @RolesAllowed). Move the handler to a bean that is not"
                        + " guarded.");
    }

    @Test
    void aMethodThatPermitsAllIsNotGuardedByItsClass() {
        HandlerCandidate candidate = candidate(
                Permitted.class,
                "open",
                BeanKind.SESSION,
                Set.of(Permitted.class),
                "jakarta.annotation.security.RolesAllowed",
                "jakarta.annotation.security.PermitAll");
        assertThat(HandlerRules.warning(candidate)).isEmpty();
    }

    @Test
    void aMethodThatIsGuardedIsWarnedAboutThoughItsClassPermitsAll() {
        HandlerCandidate candidate = candidate(
                "open",
                BeanKind.SESSION,
                Set.of(Session.class),
                "jakarta.annotation.security.RolesAllowed",
                "jakarta.annotation.security.PermitAll");
        assertThat(HandlerRules.warning(candidate)).isPresent();
    }

    @Test
    void anInnerClassCanNeverBeABean() {
        assertThat(HandlerRules.whyNoBean(Inner.class)).contains("a non-static inner class");
    }

    @SuppressWarnings("ClassCanBeStatic")
    class Inner {}

    interface Local {
        void open(String text);
    }

    static class Session implements Local {
        @Override
        @Consumes(topic = "t", group = "g")
        public void open(String text) {}

        @Consumes(topic = "t", group = "g")
        public void more(String text) {}

        @Consumes(topic = "t", group = "g")
        void hidden(String text) {}
    }

    interface Takes<T> {
        void on(T value);
    }

    static class TakesText implements Takes<String> {
        @Override
        @Consumes(topic = "t", group = "g")
        public void on(String value) {}
    }

    static class Taking<T> {
        @Consumes(topic = "t", group = "g")
        public void on(T value) {}
    }

    static class InheritsTaking extends Taking<List<String>> implements Takes<List<String>> {}

    abstract static class TakesNumberToo implements Takes<String> {
        @Consumes(topic = "t", group = "g")
        public void on(Integer value) {}
    }

    static class Staged {
        @Consumes(topic = "t", group = "g")
        public CompletionStage<Void> later(String text) {
            return CompletableFuture.completedStage(null);
        }
    }

    @TransactionAttribute(TransactionAttributeType.NEVER)
    static class MethodInTransaction {
        @Consumes(topic = "t", group = "g")
        @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
        public CompletionStage<Void> later(String text) {
            return CompletableFuture.completedStage(null);
        }
    }

    static class MethodWithout {
        @Consumes(topic = "t", group = "g")
        @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
        public CompletionStage<Void> later(String text) {
            return CompletableFuture.completedStage(null);
        }
    }

    @TransactionAttribute(TransactionAttributeType.NEVER)
    static class ClassWithout {
        @Consumes(topic = "t", group = "g")
        public CompletionStage<Void> later(String text) {
            return CompletableFuture.completedStage(null);
        }
    }

    @TransactionManagement(TransactionManagementType.BEAN)
    static class BeanManaged extends Staged {}

    @RolesAllowed("clerk")
    static class Permitted {
        @Consumes(topic = "t", group = "g")
        @PermitAll
        public void open(String text) {}
    }
}
