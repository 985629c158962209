package dev.millrace.examples.quickstart;

import java.time.Duration;
import java.util.Optional;

/**
 * The command line.
 *
 * @param input the file to read, {@code -} for standard input, empty for the sample
 * @param keepRunning whether to stay when everything is handled
 * @param work how long a handler works on an order
 * @param help whether only the help is wanted
 */
record Options(Optional<String> input, boolean keepRunning, Duration work, boolean help) {

    static final Duration WORK = Duration.ofMillis(10);

    static final String HELP = """
            Publishes orders; the groups billing, shipping and email each handle every one.

            Arguments: [FILE | -] [--keep-running] [--work=MILLIS] [--help]
              FILE            orders to publish, one JSON object a line; - is standard input.
                              Without it: the 1,000 orders of the sample.
              --keep-running  stay when all is handled, until Ctrl-C
              --work=MILLIS   how long a handler works on an order (10). Longer leaves time to press Ctrl-C.
              --help          this text

            From Maven: -Dexec.args="FILE --work=100"
            Broker: memory, or Redis where MILLRACE_REDIS_URL (or -Dmillrace.redis.url) names one.
            Exit status: 0 the totals add up; 1 they do not; 2 there was nothing to publish, or a wrong argument.
            """;

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException if an argument is unknown, naming it
     */
    static Options parse(String... args) {
        Optional<String> input = Optional.empty();
        boolean keepRunning = false;
        boolean help = false;
        Duration work = WORK;
        for (String arg : args) {
            if (arg.equals("--keep-running")) {
                keepRunning = true;
            } else if (arg.equals("--help") || arg.equals("-h")) {
                help = true;
            } else if (arg.startsWith("--work=")) {
                work = millis(arg);
            } else if (arg.startsWith("-") && !arg.equals("-")) {
                throw new IllegalArgumentException(arg + ": no such option. --help lists them.");
            } else if (input.isPresent()) {
                throw new IllegalArgumentException(arg + ": only one file can be read. --help says more.");
            } else {
                input = Optional.of(arg);
            }
        }
        return new Options(input, keepRunning, work, help);
    }

    private static Duration millis(String arg) {
        String value = arg.substring(arg.indexOf('=') + 1);
        if (!value.matches("\\d{1,6}")) {
            throw new IllegalArgumentException(arg + ": a number of milliseconds is needed, such as --work=100.");
        }
        return Duration.ofMillis(Long.parseLong(value));
    }
}
