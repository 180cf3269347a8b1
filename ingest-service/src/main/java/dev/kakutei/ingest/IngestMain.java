package dev.kakutei.ingest;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ingest-service as a process of its own: {@code IngestMain [SETTINGS.yaml]}. */
public final class IngestMain {
    private static final Logger log = LoggerFactory.getLogger(IngestMain.class);
    private static final Duration STOP = Duration.ofSeconds(30);

    private IngestMain() {}

    public static void main(String[] args) {
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::close, "shutdown-hook"));
        try {
            Settings settings = Settings.load(args.length == 0 ? null : Path.of(args[0]), System.getenv(), Map.of());
            IngestConfig config = IngestConfig.read(settings);
            InetSocketAddress admin = new InetSocketAddress(
                    settings.text("admin.host", "127.0.0.1", "where health and metrics are shown"),
                    settings.integer("admin.port", 9090, 0, 65_535, "the port of health and metrics; 0 for any"));
            settings.check();
            PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            IngestService service = new IngestService(config, metrics);
            shutdown.closeLater("admin endpoint", STOP, new AdminEndpoint(admin, metrics, service.checks()))
                    .start();
            shutdown.closeLater("ingest", STOP, service).start();
            log.info("ready: {}", service.address());
        } catch (InvalidSettings e) {
            log.error("{}", e.getMessage());
            System.exit(2);
        } catch (RuntimeException e) {
            log.error("ingest-service cannot start", e);
            System.exit(1);
        }
    }
}
