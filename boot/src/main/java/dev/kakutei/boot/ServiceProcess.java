package dev.kakutei.boot;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one service as a process of its own (SPEC G2): {@code [--config FILE] [key=value …]}. Ends with 2 for bad
 * settings, with 1 when the service cannot start or cannot go on; SIGTERM and Ctrl-C stop it in order.
 */
public final class ServiceProcess {
    private static final Logger log = LoggerFactory.getLogger(ServiceProcess.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(8);

    /** Makes the service from its settings, without connecting to anything. */
    public interface Maker {
        Service make(Settings settings, PrometheusMeterRegistry metrics);
    }

    private ServiceProcess() {}

    public static void run(String[] args, Maker maker) {
        int code;
        try {
            code = serve(args, maker);
        } catch (InvalidSettings e) {
            System.err.println(e.getMessage());
            code = 2;
        } catch (CompletionException e) {
            System.err.println("cannot go on: " + e.getCause().getMessage());
            code = 1;
        } catch (RuntimeException e) {
            log.error("cannot start", e);
            System.err.println("cannot start: " + e.getMessage());
            code = 1;
        }
        System.exit(code);
    }

    private static int serve(String[] args, Maker maker) {
        Settings settings = settings(args);
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Service service = maker.make(settings, metrics);
        InetSocketAddress address = new InetSocketAddress(
                settings.text("admin.host", "127.0.0.1", "where health and metrics are served"),
                settings.integer("admin.port", 0, 0, 65_535, "port of health and metrics; 0 takes a free one"));
        settings.check();
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::close, "shutdown"));
        AdminEndpoint admin = shutdown.closeLater(
                "admin", Duration.ofSeconds(1), new AdminEndpoint(address, metrics, service.checks()));
        admin.start();
        shutdown.closeLater(service.name(), STOP_LIMIT, service);
        service.start();
        System.out.println(service.name() + " ready, admin http://" + address.getHostString() + ":" + admin.port());
        service.ended().join();
        return 0;
    }

    private static Settings settings(String[] args) {
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
