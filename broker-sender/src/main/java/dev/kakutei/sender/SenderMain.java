package dev.kakutei.sender;

import dev.kakutei.boot.AdminEndpoint;
import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.Shutdown;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A sender as a process of its own: {@code SenderMain [settings.yaml] [key=value …]}. */
public final class SenderMain {
    private static final Duration STOP_LIMIT = Duration.ofMinutes(11);

    private SenderMain() {}

    public static void main(String[] args) {
        try {
            run(args);
        } catch (InvalidSettings e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (RuntimeException e) {
            System.err.println("broker-sender cannot start: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(String[] args) {
        Path file = null;
        Map<String, String> overrides = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals > 0) {
                overrides.put(arg.substring(0, equals), arg.substring(equals + 1));
            } else {
                file = Path.of(arg);
            }
        }
        Settings settings = Settings.load(file, System.getenv(), overrides);
        SenderConfig config = SenderConfig.read(settings);
        String host = settings.text("sender.admin.host", "127.0.0.1", "where health and metrics are served");
        int port = settings.integer("sender.admin.port", 8084, 0, 65_535, "the port for health and metrics; 0: any");
        settings.check();
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        BrokerSender sender = new BrokerSender(config, registry);
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::close, "stop"));
        shutdown.closeLater(sender.name(), STOP_LIMIT, sender);
        sender.start();
        AdminEndpoint admin = shutdown.closeLater(
                "admin",
                Duration.ofSeconds(2),
                new AdminEndpoint(new InetSocketAddress(host, port), registry, sender.checks()));
        admin.start();
        System.out.println("broker-sender ready, admin on port " + admin.port());
        // The service's threads are daemons: they end with this one, and this one ends with the process.
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
