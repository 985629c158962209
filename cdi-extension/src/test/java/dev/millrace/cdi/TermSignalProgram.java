package dev.millrace.cdi;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.FutureTask;

/** A server whose applications, each with class loader of its own, take SIGTERM and give it back as it is told. */
public final class TermSignalProgram {

    private static final Map<String, Object> APPLICATIONS = new HashMap<>();

    private TermSignalProgram() {}

    public static void main(String[] arguments) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("JVM ends")));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "take" -> take(words[1]);
                case "give" -> giveBack(words[1]);
                case "contend" -> takeWhileAnotherExchanges(words[1]);
                default -> throw new IllegalArgumentException(line);
            }
            System.out.println("done");
        }
    }

    @SuppressWarnings("resource") // As a server would, it leaves the class loader to the collector.
    private static void take(String name) throws Exception {
        String[] entries = System.getProperty("java.class.path").split(File.pathSeparator, -1);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            urls[i] = Path.of(entries[i]).toUri().toURL();
        }
        ClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        Method take = loader.loadClass(Application.class.getName()).getDeclaredMethod("take", String.class);
        APPLICATIONS.put(name, take.invoke(null, name));
        Thread.currentThread().setContextClassLoader(null);
    }

    /** Shows that nobody takes the signal while another one holds what its two exchanges are guarded by. */
    private static void takeWhileAnotherExchanges(String name) throws Exception {
        FutureTask<Void> taking = new FutureTask<>(() -> {
            take(name);
            return null;
        });
        Thread thread = new Thread(taking);
        synchronized (Class.forName("sun.misc.Signal")) {
            thread.start();
            while (thread.getState() != Thread.State.BLOCKED) {
                if (taking.isDone()) {
                    throw new IllegalStateException("taken in the midst of an exchange");
                }
                Thread.onSpinWait();
            }
        }
        taking.get();
    }

    private static void giveBack(String name) throws Exception {
        Object application = APPLICATIONS.remove(name);
        application.getClass().getDeclaredMethod("giveBack").invoke(application);
        ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
        WeakReference<ClassLoader> loader =
                new WeakReference<>(application.getClass().getClassLoader(), collected);
        application = null;
        while (collected.remove(100) != loader) {
            System.gc();
        }
    }

    /** The part that is the application's. */
    public static final class Application {

        private final TermSignal signal;

        private Application(String name) {
            signal = TermSignal.take(() -> {
                        System.out.println("drained " + name);
                        throw new IllegalStateException("even so the signal is handed on");
                    })
                    .orElseThrow();
        }

        public static Object take(String name) {
            return new Application(name);
        }

        public void giveBack() {
            signal.giveBack();
        }
    }
}
