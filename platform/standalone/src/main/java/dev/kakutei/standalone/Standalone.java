package dev.kakutei.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.AdminEndpoint;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.boot.watch.ProcessMetrics;
import dev.kakutei.embedded.DataFolder;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.embedded.KafkaCredentials;
import dev.kakutei.embedded.StoreHistory;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.relay.OutboxRelay;
import dev.kakutei.relay.RelayConfig;
import dev.kakutei.sender.BrokerSender;
import dev.kakutei.sender.SenderConfig;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.verifier.VerifierConfig;
import dev.kakutei.verifier.VerifierStream;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The whole pipeline in this process. What is opened last is closed first: the HTTP listener, then the relay, the ledger, the
 * sender, and only then Kafka and Postgres.
 */
public final class Standalone implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final StandaloneConfig config;
    private final StartProgress progress;
    private final Shutdown shutdown = new Shutdown();
    private final PrometheusMeterRegistry metrics = ProcessMetrics.registry();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private StoreHistory history;
    private Optional<String> suspicion = Optional.empty();
    private EmbeddedPostgres postgres;
    private EmbeddedKafka kafka;
    private Simulator simulator;
    private IngestService ingest;
    private AdminEndpoint admin;

    /** Made without starting anything, so that a shutdown hook can be registered first. */
    public Standalone(StandaloneConfig config, Consumer<String> out) {
        this.config = config;
        this.progress = new StartProgress(out);
    }

    public static Standalone started(StandaloneConfig config) {
        return new Standalone(config, line -> {}).start();
    }

    /** Returns when a request would be served; what was begun is ended again if that fails. */
    public Standalone start() {
        try {
            startAll();
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    public URI url() {
        return ingest.address();
    }

    public URI adminUrl() {
        return URI.create("http://" + HOST + ":" + admin.port());
    }

    public Simulator simulator() {
        return simulator;
    }

    public String kafkaBootstrap() {
        return kafka.bootstrapServers();
    }

    /** What a client needs to connect to Kafka: its address and account. */
    public Map<String, Object> kafkaClient() {
        return kafka.clientProperties();
    }

    public EmbeddedPostgres postgres() {
        return postgres;
    }

    /** Fails when a part cannot go on and will not recover by itself. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    /** Why nothing is sent, though everything runs; empty where all is well. */
    public Optional<String> halted() {
        return ingest.halted();
    }

    /** The stores on this data folder were made to agree: what was suspected of them is settled. */
    static void recovered(Path data) {
        StoreHistory.recovered(stores(data));
    }

    private static List<Path> stores(Path data) {
        return List.of(data.resolve("postgres"), data.resolve("kafka"));
    }

    @Override
    public void close() {
        shutdown.close();
    }

    private void startAll() {
        refuseTakenPort("--port", config.port());
        refuseTakenPort("--simulator-port", config.simulatorPort());
        DataFolder.prepare(config.data().toAbsolutePath(), List.of("kafka", "verifier", "simulator"));
        startServers();
        simulator = progress.step(
                "simulator",
                () -> shutdown.closeLater(
                        "simulator",
                        LIMIT,
                        Simulator.start(SimulatorConfig.in(config.data().resolve("simulator"))
                                .withPort(config.simulatorPort()))));
        Settings settings = settings();
        IngestConfig ingestConfig = IngestConfig.read(settings);
        OutboxRelay relay = new OutboxRelay(RelayConfig.read(settings), metrics);
        VerifierStream verifier = new VerifierStream(VerifierConfig.read(settings), metrics);
        BrokerSender sender = new BrokerSender(SenderConfig.read(settings), metrics);
        String adminHost = settings.text("admin.host", HOST, "where health and metrics are served");
        int adminPort = settings.integer("admin.port", 0, 0, 65_535, "port of health and metrics; 0 takes a free one");
        settings.check();
        ingest = new IngestService(ingestConfig, metrics);
        suspicion.ifPresent(ingest::suspecting);
        List<HealthCheck> checks = Stream.of(ingest, relay, verifier, sender)
                .flatMap(service -> service.checks().stream())
                .toList();
        closeInOrder(sender, verifier, relay, ingest);
        run(sender, verifier, ingest);
        // Last, because it reads what ingest's migrations make; what was accepted meanwhile waits in the WAL.
        run(relay);
        verifier.awaitDeciding();
        admin = shutdown.closeLater(
                "admin", LIMIT, new AdminEndpoint(new InetSocketAddress(adminHost, adminPort), metrics, checks));
        admin.start();
    }

    /** Both need seconds, and neither needs the other. They are noted first: a stop may come while they start. */
    private void startServers() {
        Path data = config.data();
        history = StoreHistory.of(stores(data));
        suspicion = history.began();
        shutdown.closeLater("store history", LIMIT, () -> history.endedCleanly().ifPresent(progress::say));
        postgres = shutdown.closeLater(
                "postgres", LIMIT, new EmbeddedPostgres(EmbeddedPostgresConfig.in(data.resolve("postgres"))));
        kafka = shutdown.closeLater(
                "kafka",
                LIMIT,
                new EmbeddedKafka(
                        EmbeddedKafkaConfig.in(data.resolve("kafka")).withAccess(EmbeddedKafkaConfig.Access.PASSWORD)));
        together(() -> progress.step("postgres", postgres::start), () -> progress.step("kafka", kafka::start));
    }

    /** In the order of the flow from its end: what is named last is closed first. */
    private void closeInOrder(Service... services) {
        Stream.of(services).forEach(service -> shutdown.closeLater(service.name(), LIMIT, service));
    }

    private void run(Service... services) {
        together(Stream.of(services)
                .map(service -> (Runnable) () -> progress.step(service.name(), () -> {
                    service.start();
                    return null;
                }))
                .toArray(Runnable[]::new));
        Stream.of(services)
                .forEach(service -> service.ended().whenComplete((none, failure) -> {
                    if (failure != null) {
                        ended.completeExceptionally(failure);
                    }
                }));
    }

    /** Side by side; throws what the first of them threw, after all have come to an end. */
    private static void together(Runnable... parts) {
        CompletableFuture<?>[] starting =
                Stream.of(parts).map(CompletableFuture::runAsync).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(starting).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private Settings settings() {
        Map<String, String> overrides = new HashMap<>();
        overrides.put("kafka.bootstrap", kafka.bootstrapServers());
        if (!config.settings().containsKey("kafka.bootstrap")) {
            KafkaCredentials.file(config.data().resolve("kafka"))
                    .ifPresent(file -> overrides.put("kafka.security-file", file.toString()));
        }
        overrides.put("postgres.url", postgres.jdbcUrl());
        overrides.put("postgres.user", postgres.user());
        overrides.put("postgres.password", postgres.password());
        overrides.put("verifier.state-dir", config.data().resolve("verifier").toString());
        overrides.put("ingest.http.port", Integer.toString(config.port()));
        overrides.put("gateways.file", gatewayFile().toString());
        // Whoever presses Ctrl-C waits for it; what is cut off is looked into after the next start.
        overrides.put("sender.drain", "2s");
        // Everything is on this machine here, gateways under trial as well.
        overrides.put("sender.allow", "loopback");
        overrides.put("ingest.summariser.allow", "loopback");
        overrides.putAll(config.settings());
        return Settings.load(config.settingsFile().orElse(null), System.getenv(), overrides);
    }

    private Path gatewayFile() {
        Path file = config.gateways().map(Path::toAbsolutePath).orElseGet(this::builtInGateways);
        GatewayLocation.in(config.data()).write(file);
        return file;
    }

    private Path builtInGateways() {
        Path file = config.data().resolve("gateways.yaml");
        try (InputStream template = Standalone.class.getResourceAsStream("gateways.yaml")) {
            String text = new String(template.readAllBytes(), UTF_8)
                    .replace("${simulator}", simulator.url().toString());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new StartException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** Checked before anything is started, so that the error comes at once and not after half a minute. */
    private static void refuseTakenPort(String option, int port) {
        if (port == 0) {
            return;
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(HOST, port));
        } catch (IOException e) {
            throw new StartException(
                    "port " + port + " is taken (" + e.getMessage() + "); choose another one with " + option + " N", e);
        }
    }
}
