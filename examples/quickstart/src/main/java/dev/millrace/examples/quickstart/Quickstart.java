package dev.millrace.examples.quickstart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;

import org.jspecify.annotations.Nullable;

/** Starts the container, has a {@link Run} performed in it, and sees to its end, also on Ctrl-C. */
public final class Quickstart {

    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private final SeContainer container;
    private @Nullable Boolean addsUp;

    private Quickstart(SeContainer container) {
        this.container = container;
    }

    /** Runs the quickstart; {@code --help} says how. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int status = run(args);
        if (status != OK) {
            System.exit(status);
        }
    }

    private static int run(String... args) throws IOException, InterruptedException {
        Options options;
        Input input;
        Path log;
        try {
            options = Options.parse(args);
            if (options.help()) {
                System.out.print(Options.HELP);
                return OK;
            }
            input = Input.open(options.input());
            log = RunLog.open();
        } catch (IllegalArgumentException | IOException e) {
            System.err.println(e.getMessage());
            return USAGE;
        }
        Screen.print("Publishing " + input.name() + " to " + Topics.PLACED + " for the groups "
                + String.join(", ", Topics.GROUPS) + ". Broker: " + chooseProvider() + ". Log: " + log);
        try {
            // Weld would take the broker away on Ctrl-C before the totals are read from it: we end the run ourselves.
            SeContainer container = SeContainerInitializer.newInstance()
                    .addProperty("org.jboss.weld.se.shutdownHook", false)
                    .initialize();
            return new Quickstart(container).run(input, options);
        } catch (DefinitionException | DeploymentException e) {
            System.err.println(brief(e));
            return USAGE;
        }
    }

    /** What Millrace has to say, without the stack that the container puts around it. */
    private static String brief(RuntimeException e) {
        String all = String.valueOf(e.getMessage());
        String ours = all.lines().filter(line -> line.contains("MILL-")).collect(Collectors.joining("\n"));
        return ours.isEmpty() ? all : ours;
    }

    private int run(Input input, Options options) throws InterruptedException {
        Thread hook = new Thread(this::end, "quickstart-end");
        Runtime.getRuntime().addShutdownHook(hook);
        Run run = container.select(Run.class).get();
        boolean whole = run.perform(input, options);
        boolean empty = whole && run.published() == 0;
        boolean good = end() && whole;
        return empty ? USAGE : good ? OK : FAILED;
    }

    private synchronized boolean end() {
        if (addsUp == null) {
            try (container) {
                addsUp = container.select(Run.class).get().end();
            }
        }
        return addsUp;
    }

    /** Names a provider, since with two on the class path one has to be chosen: Redis where its URL is given. */
    private static String chooseProvider() {
        String provider = setting("millrace.provider", "MILLRACE_PROVIDER");
        if (provider == null) {
            provider = setting("millrace.redis.url", "MILLRACE_REDIS_URL") == null ? "memory" : "redis";
            System.setProperty("millrace.provider", provider);
        }
        return provider;
    }

    private static @Nullable String setting(String property, String variable) {
        String value = System.getProperty(property);
        return value == null ? System.getenv(variable) : value;
    }
}
