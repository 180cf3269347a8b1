package dev.kakutei.standalone;

import dev.kakutei.schemas.gateway.GatewayFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine;

/** {@code ./kakutei up}: everything, until Ctrl-C or SIGTERM. */
@CommandLine.Command(
        name = "up",
        description = "Runs everything in one process, with durable data. Ctrl-C stops it.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class UpCommand implements Callable<Integer> {
    @CommandLine.Option(
            names = "--data",
            paramLabel = "DIR",
            description = "where everything durable lives (default: ${DEFAULT-VALUE})",
            defaultValue = "data")
    private Path data;

    @CommandLine.Option(
            names = "--port",
            paramLabel = "N",
            description = "port of the HTTP API on 127.0.0.1; 0 takes a free one (default: ${DEFAULT-VALUE})",
            defaultValue = "" + StandaloneConfig.DEFAULT_PORT)
    private int port;

    @CommandLine.Option(
            names = "--gateways",
            paramLabel = "FILE",
            description = "the gateway file (default: the built-in simulator alone)")
    private Path gateways;

    @CommandLine.Option(
            names = "--simulator-port",
            paramLabel = "N",
            description = "port of the gateway simulator; 0 takes a free one (default: ${DEFAULT-VALUE})",
            defaultValue = "0")
    private int simulatorPort;

    @CommandLine.Option(names = "--config", paramLabel = "FILE", description = "a YAML file of settings")
    private Path config;

    @CommandLine.Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "a single setting; may be repeated")
    private Map<String, String> settings = Map.of();

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        checkPort("--port", port);
        checkPort("--simulator-port", simulatorPort);
        checkFile("--gateways", gateways);
        checkFile("--config", config);
        PrintWriter out = spec.commandLine().getOut();
        long began = System.nanoTime();
        if (gateways != null) {
            GatewayFile.check(InputFile.text(spec, gateways))
                    .warnings()
                    .forEach(text -> out.println("warning: " + text));
        }
        out.println("starting in " + data.toAbsolutePath().normalize());
        out.flush();
        Standalone standalone = new Standalone(
                new StandaloneConfig(
                        data.toAbsolutePath().normalize(),
                        port,
                        simulatorPort,
                        Optional.ofNullable(gateways),
                        Optional.ofNullable(config),
                        settings),
                line -> {
                    out.println(line);
                    out.flush();
                });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(standalone, out), "shutdown"));
        standalone.start();
        out.printf(
                "ready in %.1f s: %s  gateway simulator %s  kafka %s  postgres %s  admin %s%n",
                Duration.ofNanos(System.nanoTime() - began).toMillis() / 1000.0,
                standalone.url(),
                standalone.simulator().url(),
                standalone.kafkaBootstrap(),
                standalone.postgres().jdbcUrl(),
                standalone.adminUrl());
        standalone.halted().ifPresent(reason -> out.println("NOTHING IS SENT: " + reason));
        out.flush();
        try {
            standalone.ended().join();
            return 0;
        } catch (CompletionException e) {
            throw new StartException("cannot go on: " + e.getCause().getMessage(), e);
        }
    }

    private static void stop(Standalone standalone, PrintWriter out) {
        long began = System.nanoTime();
        out.println("stopping…");
        out.flush();
        standalone.close();
        out.printf(
                "stopped in %.1f s%n",
                Duration.ofNanos(System.nanoTime() - began).toMillis() / 1000.0);
        out.flush();
    }

    private void checkPort(String option, int number) {
        if (number < 0 || number > 65_535) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), option + " must be from 0 to 65535, not " + number);
        }
    }

    private void checkFile(String option, Path file) {
        if (file != null && !Files.isReadable(file)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), option + ": there is no readable file " + file);
        }
    }
}
