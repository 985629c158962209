package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.concurrent.ThreadFactory;

import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CTX-5: each module of an application has threads of its own. */
class ModuleThreadsTest {

    private final ModuleThreads threads = new ModuleThreads();
    private final ClassLoader left = new ClassLoader("left", getClass().getClassLoader()) {};
    private final ClassLoader right = new ClassLoader("right", getClass().getClassLoader()) {};

    /** A server's names: the threads of a module are in a group that is called after it. */
    public static final class Naming implements InitialContextFactory {
        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            return new InitialContext(true) {
                @Override
                public Object lookup(String name) throws NamingException {
                    if (name.equals("java:comp/DefaultManagedThreadFactory")) {
                        ThreadGroup group = new ThreadGroup(
                                Thread.currentThread().getContextClassLoader().getName());
                        return (ThreadFactory) work -> new Thread(group, work);
                    }
                    throw new NameNotFoundException(name);
                }
            };
        }
    }

    @BeforeEach
    void server() {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Naming.class.getName());
    }

    @AfterEach
    void noServer() {
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
        Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
    }

    @Test
    void aModuleThatHasBegunHasItsOwnBeforeItIsUp() {
        in(left);
        threads.take();
        in(right);
        threads.takeEarly();
        assertThat(module()).isEqualTo("right");
        in(left);
        assertThat(module()).isEqualTo("left");
    }

    @Test
    void whoNeverBeganHasThoseOfTheFirst() {
        in(left);
        threads.takeEarly();
        in(right);
        assertThat(module()).isEqualTo("left");
    }

    @Test
    void handlerHasThoseOfItsModuleWhoeverStartsIt() {
        Class<?> handler = Proxy.newProxyInstance(left, new Class<?>[] {Runnable.class}, (proxy, method, all) -> null)
                .getClass();
        in(left);
        threads.take();
        in(right);
        threads.take();
        threads.inModuleOf(handler, () -> assertThat(module()).isEqualTo("left"));
        assertThat(module()).isEqualTo("right");
    }

    @Test
    void handlerOfAModuleThatNeverBeganHasThoseOfWhoeverStartsIt() {
        in(right);
        threads.take();
        threads.inModuleOf(getClass(), () -> assertThat(module()).isEqualTo("right"));
    }

    @Test
    void threadsThatCannotBeHadEarlyAreTakenLater() {
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
        in(left);
        threads.takeEarly();
        server();
        threads.take();
        assertThat(module()).isEqualTo("left");
    }

    private static void in(ClassLoader module) {
        Thread.currentThread().setContextClassLoader(module);
    }

    private String module() {
        return threads.named("topic/group")
                .orElseThrow()
                .newThread(() -> {})
                .getThreadGroup()
                .getName();
    }
}
