package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.context.Dependent;

import dev.millrace.Consumes;
import dev.millrace.cdi.HandlerCandidate.BeanKind;
import dev.millrace.cdi.HandlerCandidate.ScopeKind;
import org.junit.jupiter.api.Test;

/** HND-3 where only a server has such beans: session beans and their business views, guards. */
class HandlerRulesTest {

    private static HandlerCandidate candidate(String method, BeanKind kind, Set<Type> types, String... annotations) {
        Method found = Arrays.stream(Session.class.getDeclaredMethods())
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow();
        return new HandlerCandidate(
                found,
                Optional.of(found.getAnnotation(Consumes.class)),
                Optional.empty(),
                Session.class,
                kind,
                types,
                Dependent.class,
                ScopeKind.PSEUDO,
                Set.of(annotations));
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
        assertThat(HandlerRules.businessType(candidate)).contains(Local.class);
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
}
