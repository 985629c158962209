package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;

import dev.millrace.Consumes;
import dev.millrace.cdi.elsewhere.BehindHidden;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** HND-3: a handler whose bean the container can make no proxy of is refused, and does not fail message by message. */
@Tag("weld") // OpenWebBeans can make some of these.
class UnproxyableHandlersTest {

    private static void assertRefused(Class<?> bean) {
        assertThat(Application.refusal(bean))
                .startsWith("Millrace found a problem with this application:\n  MILL-028 " + bean.getName()
                        + "#handle: the container gives no reference to the bean (was ");
    }

    @ApplicationScoped
    static class WithFinalMethod {
        @Consumes(topic = "orders", group = "g")
        void handle(String order) {}

        public final void other() {}
    }

    @Test
    void finalMethodIsRefused() {
        assertRefused(WithFinalMethod.class);
    }

    sealed interface Port permits OfSealed {}

    @ApplicationScoped
    static non-sealed class OfSealed implements Port {
        @Consumes(topic = "orders", group = "g")
        void handle(String order) {}
    }

    @Test
    void sealedInterfaceIsRefused() {
        assertRefused(OfSealed.class);
    }

    @ApplicationScoped
    static class OfHidden extends BehindHidden {
        @Consumes(topic = "orders", group = "g")
        void handle(String order) {}
    }

    @Test
    void interfaceOfAnotherPackageIsRefused() {
        assertRefused(OfHidden.class);
    }
}
