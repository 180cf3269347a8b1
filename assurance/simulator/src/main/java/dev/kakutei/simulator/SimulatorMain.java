package dev.kakutei.simulator;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The simulator as a process of its own. Durations are ISO-8601: PT24H, PT0.5S. */
@Command(
        name = "simulator",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "A gateway that misbehaves on request, and journals what really happened.")
public final class SimulatorMain implements Callable<Integer> {
    private static final String LOG_SETTINGS = "logback.configurationFile";

    @Spec
    private CommandSpec spec;

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "address to listen at")
    private String host;

    @Option(names = "--port", defaultValue = "8090", description = "port to listen at; 0 for any free one")
    private int port;

    @Option(names = "--data", required = true, description = "folder of the journal")
    private Path data;

    @Option(names = "--mix", description = "JSON file with the random mix of behaviours")
    private Path mixFile;

    @Option(names = "--seed", description = "seed of the mix, instead of the one in its file")
    private Long seed;

    @Option(names = "--visibility-lag", defaultValue = "PT0S", description = "time until look-ups see an effect")
    private Duration visibilityLag;

    @Option(names = "--key-ttl", defaultValue = "PT24H", description = "time an Idempotency-Key is remembered")
    private Duration keyTtl;

    @Option(names = "--fsync", defaultValue = "NEVER", description = "one of ${COMPLETION-CANDIDATES}")
    private Fsync fsync;

    @Option(names = "--control", defaultValue = "ON", description = "endpoints under /_sim/: ${COMPLETION-CANDIDATES}")
    private SimulatorConfig.Control control;

    public static void main(String[] args) {
        // Not named logback.xml: in another program's class path that file would be chosen over its own.
        if (System.getProperty(LOG_SETTINGS) == null) {
            System.setProperty(LOG_SETTINGS, "simulator-logback.xml");
        }
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SimulatorMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("simulator: " + failure.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }

    SimulatorConfig config() throws IOException {
        Mix mix = mixFile == null ? Mix.CALM : SimulatorJson.MAPPER.readValue(mixFile.toFile(), Mix.class);
        return SimulatorConfig.in(data)
                .withAddress(host, port)
                .withFsync(fsync)
                .withKeyTtl(keyTtl)
                .withVisibilityLag(visibilityLag)
                .withControl(control)
                .withMix(seed == null ? mix : mix.withSeed(seed));
    }

    /** Serves until the process is stopped. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        Simulator simulator = Simulator.start(config());
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            simulator.close();
                            stopped.countDown();
                        },
                        "simulator-stop"));
        PrintWriter out = spec.commandLine().getOut();
        out.println("ready " + simulator.url() + " journal " + simulator.journalFile());
        out.flush();
        stopped.await();
        return CommandLine.ExitCode.OK;
    }
}
