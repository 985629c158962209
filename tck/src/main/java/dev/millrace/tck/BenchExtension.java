package dev.millrace.tck;

import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/** Gives each test a bench of its own, and clears it away after the test. */
final class BenchExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

    private static final Namespace BENCHES = Namespace.create(BenchExtension.class);

    @Override
    public void beforeEach(ExtensionContext context) {
        BrokerHarness harness = ((Theme) context.getRequiredTestInstance()).harness();
        String test = context.getRequiredTestMethod().getName();
        context.getStore(BENCHES).put(Bench.class, new Bench(harness, test));
        Set<Capability> missing = new TreeSet<>(required(context));
        missing.removeAll(harness.capabilities());
        if (!missing.isEmpty()) {
            throw new TestAbortedException(test + ": needs " + missing
                    + ", which this provider does not claim (it claims " + harness.capabilities() + ").");
        }
    }

    private static Set<Capability> required(ExtensionContext context) {
        Requires requires = context.getRequiredTestMethod().getAnnotation(Requires.class);
        return requires == null ? Set.of() : Set.of(requires.value());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Bench bench = context.getStore(BENCHES).remove(Bench.class, Bench.class);
        if (bench != null) {
            bench.clear();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Bench.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(BENCHES).get(Bench.class, Bench.class);
    }
}
