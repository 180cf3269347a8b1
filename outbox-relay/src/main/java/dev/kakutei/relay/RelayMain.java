package dev.kakutei.relay;

import dev.kakutei.boot.AdminEndpoint;
import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.Shutdown;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;

/** The relay as a process of its own: {@code RelayMain [settings.yaml]}, and the environment. */
public final class RelayMain {
    private static final int FAULTY_SETTINGS = 2;
    private static final int REFUSED = 3;
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private RelayMain() {}

    public static void main(String[] args) {
        int code = run(args.length == 0 ? null : Path.of(args[0]));
        if (code != 0) {
            System.exit(code);
        }
    }

    private static int run(Path file) {
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::close, "relay-shutdown"));
        try {
            Settings settings = Settings.load(file, System.getenv(), Map.of());
            RelayConfig config = RelayConfig.read(settings);
            String host = settings.text("relay.admin.host", "127.0.0.1", "the address of health and metrics");
            int port = settings.integer("relay.admin.port", 8082, 0, 65_535, "the port of health and metrics");
            settings.check();
            var metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            var relay = shutdown.closeLater("outbox-relay", LIMIT, new OutboxRelay(config, metrics));
            var admin = new AdminEndpoint(new InetSocketAddress(host, port), metrics, relay.checks());
            shutdown.closeLater("admin", LIMIT, admin).start();
            relay.start();
            System.out.println("outbox-relay: " + relay.state() + ", admin on port " + admin.port());
            relay.ended().join();
            return 0;
        } catch (InvalidSettings e) {
            System.err.println(e.getMessage());
            return FAULTY_SETTINGS;
        } catch (CompletionException e) {
            System.err.println("outbox-relay refused: " + e.getCause().getMessage());
            return REFUSED;
        } catch (RuntimeException e) {
            System.err.println("outbox-relay refused: " + e.getMessage());
            return REFUSED;
        }
    }
}
