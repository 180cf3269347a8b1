package dev.kakutei.ingest;

import dev.kakutei.access.AccessMetrics;
import dev.kakutei.access.Authenticator;
import dev.kakutei.access.OpenAuthenticator;
import dev.kakutei.boot.Settings;
import dev.kakutei.http.Route;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** A whole ingest-service for a test, on real parts. */
public final class TestService {
    private static final String GATEWAYS = """
            default: simulator
            gateways:
              simulator:
                class: idempotent
                url: http://127.0.0.1:1
                paths: {order: /orders, payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
              cards-only:
                class: idempotent
                url: http://127.0.0.1:1
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
              blind:
                class: neither
                url: http://127.0.0.1:1
                paths: {order: /orders, payment: /payments}
            """;

    private TestService() {}

    public static Map<String, String> settings(RealPostgres.Database database) {
        Map<String, String> settings = new HashMap<>();
        settings.put("ingest.http.port", "0");
        settings.put("postgres.url", database.jdbcUrl());
        settings.put("postgres.user", database.user());
        settings.put("postgres.password", database.password());
        settings.put("postgres.slot", "slot_" + database.name());
        settings.put("kafka.bootstrap", RealKafka.bootstrapServers());
        settings.put("topics.prefix", RealKafka.freshPrefix());
        settings.put("topics.partitions", "2");
        settings.put("gateways.file", gatewayFile().toString());
        // So long that no busy machine reaches them: a test of such a limit sets its own.
        settings.put("ingest.actions.wait", "2m");
        settings.put("ingest.search.timeout", "25s");
        return settings;
    }

    public static IngestConfig config(Map<String, String> values) {
        Settings settings = Settings.of(values);
        IngestConfig config = IngestConfig.read(settings);
        settings.check();
        return config;
    }

    public static IngestService start(IngestConfig config) {
        return start(config, new SimpleMeterRegistry());
    }

    public static IngestService start(IngestConfig config, MeterRegistry registry) {
        return start(new IngestService(config, registry));
    }

    /** @param nanos for the age of the keys and the rates of the clients */
    public static IngestService start(IngestConfig config, LongSupplier nanos) {
        return start(new IngestService(config, new SimpleMeterRegistry(), InstantSource.system(), nanos));
    }

    private static IngestService start(IngestService service) {
        service.start();
        return service;
    }

    public static Authenticator openAuthenticator() {
        return new OpenAuthenticator(
                OpenAuthenticator.Reach.THIS_MACHINE,
                Duration.ofMinutes(1),
                new AccessMetrics(new SimpleMeterRegistry()));
    }

    /** Of a service that is never started. */
    public static List<Route> routes() {
        Map<String, String> settings = new HashMap<>();
        settings.put("postgres.url", "jdbc:postgresql://127.0.0.1:1/none");
        settings.put("postgres.user", "none");
        settings.put("kafka.bootstrap", "127.0.0.1:1");
        settings.put("gateways.file", gatewayFile().toString());
        return new IngestService(config(settings), new SimpleMeterRegistry()).routes();
    }

    public static Path gatewayFile() {
        try {
            Path file = Files.createTempFile("gateways", ".yaml");
            file.toFile().deleteOnExit();
            return Files.writeString(file, GATEWAYS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
