package dev.millrace.cdi;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** The servlet side of a web application: runs the initializer, then initializes and destroys its listeners. */
final class FakeServletContext {

    private final ClassLoader loader;
    private final Map<String, Object> attributes = new HashMap<>();
    private final List<ServletContextListener> listeners = new ArrayList<>();
    private final ServletContext context;

    FakeServletContext(ClassLoader loader) {
        this.loader = loader;
        this.context = (ServletContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (proxy, method, arguments) -> answer(method.getName(), arguments));
    }

    private Object answer(String method, Object[] arguments) {
        return switch (method) {
            case "getClassLoader" -> loader;
            case "getContextPath" -> "/orders";
            case "getAttribute" -> attributes.get((String) arguments[0]);
            case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
            case "addFilter" -> null;
            case "addListener" -> listeners.add((ServletContextListener) arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        };
    }

    /** Runs the initializer with the classes that the container found to have a handler. */
    FakeServletContext initializer(Class<?>... marked) {
        new ConsumesInitializer().onStartup(marked.length == 0 ? null : Set.of(marked), context);
        return this;
    }

    void initialize() {
        listeners.forEach(each -> each.contextInitialized(new ServletContextEvent(context)));
    }

    void destroy() {
        listeners.forEach(each -> each.contextDestroyed(new ServletContextEvent(context)));
    }

    ServletContext context() {
        return context;
    }
}
