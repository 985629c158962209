package dev.millrace.benchmarks;

import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs what JMH's own options name, all by default, and prints each as a multiple of its reference. */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] args) throws Exception {
        CommandLineOptions options = new CommandLineOptions(args);
        Runner runner = new Runner(options);
        if (options.shouldHelp()) {
            options.showHelp();
        } else if (options.shouldList()) {
            runner.list();
        } else {
            System.out.print(new Ratios(runner.run()).table());
        }
    }
}
