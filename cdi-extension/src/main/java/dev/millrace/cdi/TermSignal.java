package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Has something done when the process gets SIGTERM, before anybody else hears of it, and hands the signal on
 * to whoever had it before, whatever came of that (DRN-9).
 *
 * <p>Another application's handler may be chained on ours and outlive us. So ours is put together of classes of
 * the JDK alone: after the application is gone it passes the signal on, and keeps no class loader.
 */
final class TermSignal {

    private static final System.Logger LOG = System.getLogger(TermSignal.class.getName());

    private final List<Runnable> tasks;
    private final CompletableFuture<Object> before;
    private final Object handler;
    private final Object signal;
    private final MethodHandle exchange;

    private TermSignal(Runnable task) throws Throwable {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        Class<?> signalType = Class.forName("sun.misc.Signal", true, platform);
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler", true, platform);
        tasks = new CopyOnWriteArrayList<>(List.of(task));
        // A signal that comes before we know whom to hand it to waits for that.
        before = new CompletableFuture<>();
        signal = signalType.getConstructor(String.class).newInstance("TERM");
        exchange = MethodHandles.publicLookup()
                .findStatic(signalType, "handle", MethodType.methodType(handlerType, signalType, handlerType));
        handler = handler(handlerType, signalType);
        // Together with what another application does in giveBack, whose class is loaded by a loader of its own: taken
        // between the two exchanges there, the signal would go to that one's predecessor and never to us.
        synchronized (signalType) {
            before.complete(exchange.invoke(signal, handler));
        }
    }

    /** Takes the signal; nothing, and a warning, where the JVM or the system has it for itself. */
    static Optional<TermSignal> take(Runnable task) {
        try {
            return Optional.of(new TermSignal(task));
        } catch (Throwable e) {
            LOG.log(Level.WARNING, ServerProblems.noSignal(String.valueOf(e)));
            return Optional.empty();
        }
    }

    /** Does the tasks, and in any case calls the handler before this one. */
    private Object handler(Class<?> handlerType, Class<?> signalType) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodHandle run = lookup.findVirtual(Runnable.class, "run", MethodType.methodType(void.class));
        MethodHandle join = lookup.findVirtual(CompletableFuture.class, "join", MethodType.methodType(Object.class))
                .bindTo(before);
        MethodHandle handOn = lookup.findVirtual(handlerType, "handle", MethodType.methodType(void.class, signalType))
                .asType(MethodType.methodType(void.class, Object.class, signalType));
        MethodHandle all = MethodHandles.iteratedLoop(null, null, run).bindTo(tasks);
        MethodHandle whole = MethodHandles.tryFinally(
                MethodHandles.dropArguments(all, 0, signalType),
                MethodHandles.dropArguments(MethodHandles.foldArguments(handOn, join), 0, Throwable.class));
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        // The proxy's class is defined in it.
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            return MethodHandleProxies.asInterfaceInstance(handlerType, whole);
        } finally {
            thread.setContextClassLoader(loader);
        }
    }

    /** Gives the signal back to who had it before, unless somebody has taken it since: then it is passed on. */
    // Compared by identity: whether the handler is this very one is the question.
    @SuppressWarnings("ReferenceEquality")
    void giveBack() {
        tasks.clear();
        try {
            synchronized (signal.getClass()) {
                Object current = exchange.invoke(signal, before.join());
                if (current != handler) {
                    exchange.invoke(signal, current);
                }
            }
        } catch (Throwable e) {
            LOG.log(Level.DEBUG, "SIGTERM stays with a handler that passes it on.", e);
        }
    }
}
