package dev.kakutei.boot;

import dev.kakutei.boot.watch.ProcessMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one service as a process of its own (SPEC G2): {@code [--config FILE] [key=value …]}. Ends with 2 for bad
 * settings, with 1 when the service cannot start or cannot go on; SIGTERM and Ctrl-C stop it in order.
 */
public final class ServiceProcess {
    private static final Logger log = LoggerFactory.getLogger(ServiceProcess.class);
    private static final int BAD_SETTINGS = 2;

    /** Makes the service from its settings, without connecting to anything. */
    public interface Maker {
        Service make(Settings settings, PrometheusMeterRegistry metrics);
    }

    private ServiceProcess() {}

    /** For a main method: ends the JVM. */
    public static void run(String[] args, Maker maker) {
        System.exit(exitCodeOf(() -> serve(arguments(args), Set.of(), maker)));
    }

    /**
     * Serves until the service ends or the process receives a signal to stop, and returns the exit code; errors are
     * printed to standard error.
     *
     * @param file a YAML file of settings, or null for none
     * @param others settings of other services, which may stand beside this one's in a file or environment they share
     */
    public static int run(Path file, Map<String, String> overrides, Set<String> others, Maker maker) {
        return exitCodeOf(() -> serve(Settings.load(file, System.getenv(), overrides), others, maker));
    }

    private static int exitCodeOf(Runnable service) {
        try {
            service.run();
            return 0;
        } catch (InvalidSettings e) {
            System.err.println(e.getMessage());
            return BAD_SETTINGS;
        } catch (CompletionException e) {
            System.err.println("cannot go on: " + e.getCause().getMessage());
            return 1;
        } catch (IllegalStateException | UncheckedIOException e) {
            // The services' own messages need no stack trace; the first line has them, libraries add more.
            log.debug("cannot start", e);
            System.err.println("cannot start: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            return 1;
        } catch (RuntimeException e) {
            log.error("cannot start", e);
            System.err.println("cannot start: " + e.getMessage());
            return 1;
        }
    }

    private static void serve(Settings settings, Set<String> others, Maker maker) {
        PrometheusMeterRegistry metrics = ProcessMetrics.registry();
        Service service = maker.make(settings, metrics);
        InetSocketAddress address = address(settings);
        Duration stopDelay = stopDelay(settings);
        settings.checkBeside(others);
        ProcessPhase phase = new ProcessPhase();
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(phase, stopDelay, shutdown), "shutdown"));
        List<HealthCheck> checks = new ArrayList<>(List.of(phase.check()));
        checks.addAll(service.checks());
        AdminEndpoint admin =
                shutdown.closeLater("admin", Duration.ofSeconds(1), new AdminEndpoint(address, metrics, checks));
        admin.start();
        shutdown.closeLater(service.name(), service.stopsWithin(), service);
        service.start();
        phase.running();
        System.out.println(service.name() + " ready"
                + service.endpoint().map(url -> ", " + url).orElse("")
                + ", admin http://" + address.getHostString() + ":" + admin.port());
        service.ended().join();
    }

    static InetSocketAddress address(Settings settings) {
        return new InetSocketAddress(
                settings.text("admin.host", "127.0.0.1", "where health and metrics are served"),
                settings.integer("admin.port", 0, 0, 65_535, "port of health and metrics; 0 takes a free one"));
    }

    static Duration stopDelay(Settings settings) {
        return settings.duration(
                "admin.stop-delay",
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofMinutes(5),
                "how long a process serves on after SIGTERM, no longer ready, so that load balancers move its callers");
    }

    private static void stop(ProcessPhase phase, Duration delay, Shutdown shutdown) {
        phase.stopping(delay);
        shutdown.close();
    }

    private static Settings arguments(String[] args) {
        Path file = null;
        Map<String, String> overrides = new HashMap<>();
        for (int i = 0; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            if (args[i].equals("--config") && i + 1 < args.length) {
                file = Path.of(args[++i]);
            } else if (equals > 0) {
                overrides.put(args[i].substring(0, equals), args[i].substring(equals + 1));
            } else {
                throw new InvalidSettings(
                        List.of(args[i] + ": is neither --config FILE nor a setting such as key=value"));
            }
        }
        return Settings.load(file, System.getenv(), overrides);
    }
}
