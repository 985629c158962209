package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.SessionBeanType;

import dev.millrace.Consumes;
import dev.millrace.cdi.HandlerCandidate.BeanKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HND-3: what a server shows of a session bean, told to the discovery as a server does. */
class SessionBeanDiscoveryTest {

    private final MarkedTypes types = new MarkedTypes();
    private final HandlerDiscovery discovery = new HandlerDiscovery(types);
    private Application application;
    private BeanManager manager;

    @BeforeEach
    void start() {
        application = Application.of(Handler.class, Guarded.class);
        manager = application.container().getBeanManager();
    }

    @AfterEach
    void stop() {
        application.close();
    }

    @ApplicationScoped
    static class Handler {
        @Consumes(topic = "session.topic", group = "g")
        public void handle() {}
    }

    @ApplicationScoped
    @DenyAll
    static class Guarded {
        @Consumes(topic = "session.guarded", group = "g")
        @RolesAllowed("clerk")
        public void handle() {}
    }

    private void saw(Class<?> type, SessionBeanType session) {
        AnnotatedType<?> annotated = manager.createAnnotatedType(type);
        Bean<?> bean = manager.resolve(manager.getBeans(type));
        types.saw(annotated);
        discovery.sawBean(bean, annotated, session);
    }

    private List<BeanKind> kinds() {
        return discovery.handlers(manager).stream()
                .map(handler -> handler.candidate().kind())
                .toList();
    }

    @Test
    void aSessionBeanThatIsShownAsAManagedOneTooIsOneHandler() {
        saw(Handler.class, null);
        saw(Handler.class, SessionBeanType.STATELESS);
        assertThat(kinds()).containsExactly(BeanKind.SESSION);
    }

    @Test
    void theOrderInWhichTheyAreShownMakesNoDifference() {
        saw(Handler.class, SessionBeanType.STATELESS);
        saw(Handler.class, null);
        assertThat(kinds()).containsExactly(BeanKind.SESSION);
    }

    @Test
    void aStatefulOneIsTold() {
        saw(Handler.class, null);
        saw(Handler.class, SessionBeanType.STATEFUL);
        assertThat(kinds()).containsExactly(BeanKind.STATEFUL);
    }

    @Test
    void aGuardOnTheClassIsWarnedAboutAsOneOnTheMethodIs() {
        saw(Guarded.class, null);
        HandlerCandidate candidate = discovery.handlers(manager).get(0).candidate();
        assertThat(candidate.annotations()).contains(DenyAll.class.getName(), RolesAllowed.class.getName());
        assertThat(HandlerRules.warning(candidate)).isPresent();
    }
}
