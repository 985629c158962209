package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;

import jakarta.servlet.ServletContext;

import org.junit.jupiter.api.Test;

/** DRN-1: which handlers wait for which servlet context. */
class StartOrderTest {

    private final StartOrder order = new StartOrder();

    @Test
    void nothingStartsBeforeTheContainerIsUp() throws Exception {
        order.contextIsUp(getClass().getClassLoader());
        assertThat(order.mayStart(getClass())).isFalse();
    }

    @Test
    void withoutAServletContextTheContainersWordIsEnough() {
        order.saw(getClass());
        order.containerIsUp();
        assertThat(order.mayStart(getClass())).isTrue();
    }

    @Test
    void aHandlerOfAWarWaitsForThatWarsContext() throws Exception {
        Class<?> first = inWar("first");
        Class<?> second = inWar("second");
        order.containerIsUp();
        assertThat(order.mayStart(first)).isFalse();
        order.contextIsUp(second.getClassLoader());
        assertThat(order.mayStart(first)).isFalse();
        order.contextIsUp(first.getClassLoader());
        assertThat(order.mayStart(first)).isTrue();
    }

    @Test
    void aHandlerOfAnEarsLibraryWaitsForTheFirstContext() throws Exception {
        Class<?> library = at("file:/orders.ear/lib/handlers.jar");
        Class<?> web = inWar("orders");
        order.containerIsUp();
        assertThat(order.mayStart(library)).isFalse();
        order.contextIsUp(web.getClassLoader());
        assertThat(order.mayStart(library)).isTrue();
    }

    /** As Open Liberty does. */
    @Test
    void whereInitializersOfAnEarsLibraryAreLeftOutTheContainersWordIsEnough() throws Exception {
        StartOrder order = new StartOrder(true);
        Class<?> web = define("file:/orders.ear/orders.war/WEB-INF/classes/");
        order.saw(web);
        assertThat(order.mayStart(web)).isFalse();
        order.containerIsUp();
        assertThat(order.mayStart(web)).isTrue();
    }

    @Test
    void aHandlerOfAnEjbModuleWithoutAWarStartsWithTheContainer() throws Exception {
        Class<?> bean = at("file:/orders-ejb.jar");
        order.containerIsUp();
        assertThat(order.mayStart(bean)).isTrue();
    }

    @Test
    void anAnnouncedContextIsWaitedForUntilItCame() {
        ClassLoader web = new ClassLoader(getClass().getClassLoader()) {};
        StartOrder.announce(web);
        order.containerIsUp();
        assertThat(order.mayStart(getClass())).isFalse();
        StartOrder.arrived(web, false);
        assertThat(order.mayStart(getClass())).isTrue();
    }

    @Test
    void aWarThatIsNotUnpackedIsKnownByItsName() throws Exception {
        Class<?> first = at("file:/apps/first.war");
        Class<?> second = at("file:/apps/second.war");
        order.containerIsUp();
        order.contextIsUp(first.getClassLoader());
        assertThat(order.mayStart(first)).isTrue();
        assertThat(order.mayStart(second)).isFalse();
    }

    @Test
    void aServletContextIsKnownThroughInterfacesOfTheServersOwn() {
        Object context = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ServersOwn.class}, (proxy, method, arguments) -> null);
        assertThat(StartOrder.isServletContext(context)).isTrue();
        assertThat(StartOrder.isServletContext("the payload of a module without servlets"))
                .isFalse();
    }

    interface ServersOwn extends ServletContext {}

    @Test
    void aContextThatWasUpBeforeItsApplicationIsNotWaitedFor() throws Exception {
        Class<?> web = inWar("orders");
        StartOrder.announce(web.getClassLoader());
        StartOrder.arrived(web.getClassLoader(), true);
        order.containerIsUp();
        assertThat(order.mayStart(web)).isTrue();
        // Gone, for the tests that come after.
        StartOrder.announce(web.getClassLoader());
        StartOrder.arrived(web.getClassLoader(), false);
    }

    @Test
    void aContextWithAClassLoaderOfItsOwnBeforeTheWarsIsThatWars() throws Exception {
        Class<?> web = inWar("orders");
        order.containerIsUp();
        order.contextIsUp(new ClassLoader(web.getClassLoader()) {});
        assertThat(order.mayStart(web)).isTrue();
    }

    private Class<?> inWar(String name) throws Exception {
        return at("file:/orders.ear/" + name + ".war/WEB-INF/classes/");
    }

    /** A class of that place, with a class loader of its own, that the order has seen. */
    private Class<?> at(String location) throws Exception {
        Class<?> type = define(location);
        order.saw(type);
        return type;
    }

    private Class<?> define(String location) throws Exception {
        return new ClassLoader(getClass().getClassLoader()) {
            Class<?> define(byte[] code) throws Exception {
                CodeSource source = new CodeSource(new URL(location), (Certificate[]) null);
                return defineClass(null, code, 0, code.length, new ProtectionDomain(source, null));
            }
        }.define(code());
    }

    private static byte[] code() throws Exception {
        try (InputStream in = Marked.class.getResourceAsStream(Marked.class.getSimpleName() + ".class")) {
            return in.readAllBytes();
        }
    }
}
