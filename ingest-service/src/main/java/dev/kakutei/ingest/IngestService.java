package dev.kakutei.ingest;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.HealthPublisher;
import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.ServiceInstance;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.http.Route;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.operator.OperatorApi;
import dev.kakutei.operator.http.RequestReading;
import dev.kakutei.operator.overview.HealthBoard;
import dev.kakutei.store.Store;
import dev.kakutei.store.read.LedgerTail;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * ingest-service, wired: callers → {@link HttpApi} or {@link TopicSubmissions} → {@link Store}; what became of their requests
 * comes back by {@link HttpSubmissions}, and by {@link OperatorApi} to those who ask.
 */
public final class IngestService implements Service {
    static final String NAME = "ingest";
    private static final Duration STOP = Duration.ofSeconds(10);

    private final KafkaConfig kafka;
    private final ServiceInstance instance;
    private final Store store;
    private final LiveGateways gateways;
    private final HttpSubmissions submissions;
    private final OperatorApi operators;
    private final LedgerTail tail;
    private final TopicSubmissions topic;
    private final HttpApi api;
    private final Shutdown shutdown = new Shutdown();

    public IngestService(IngestConfig config, MeterRegistry registry) {
        this(config, registry, InstantSource.system());
    }

    public IngestService(IngestConfig config, MeterRegistry registry, InstantSource clock) {
        this(config, registry, clock, System::nanoTime);
    }

    /** @param nanos for the age of the keys and the rates of the clients */
    public IngestService(IngestConfig config, MeterRegistry registry, InstantSource clock, LongSupplier nanos) {
        kafka = config.kafka();
        instance = new ServiceInstance(InstanceName.any(NAME), kafka, registry, clock);
        HealthBoard board = new HealthBoard(clock);
        store = new Store(
                config.store(), instance, board::laneReader, config.operators().jobs());
        gateways = new LiveGateways(config.gateways(), NAME, registry);
        Admission admission = new Admission(gateways, config.http().deadlines());
        RequestBodyReader bodies = new RequestBodyReader(config.http().maxBodyBytes());
        submissions = new HttpSubmissions(config.http().maxWaiting(), instance, store, gateways, admission, bodies);
        RequestReading reading = new RequestReading(bodies, admission::change);
        operators = new OperatorApi(
                config.operators(),
                instance,
                store,
                gateways,
                board,
                config.access().mode(),
                reading);
        tail = new LedgerTail(kafka, together(List.of(operators.listeners(), submissions.listeners())));
        topic = new TopicSubmissions(config.topic(), instance, store, gateways, admission, bodies);
        api = new HttpApi(
                config.http(),
                config.access(),
                instance,
                store.database()::connection,
                List.of(submissions, operators),
                nanos);
    }

    @Override
    public String name() {
        return NAME;
    }

    /** In this order, so that no call is accepted before everything that it needs has started. */
    @Override
    public void start() {
        store.open(shutdown);
        TopicSetup.ensure(
                kafka, together(List.of(store.topics(), operators.topics(), submissions.topics(), topic.topics())));
        store.start(shutdown);
        submissions.start(shutdown);
        shutdown.closeLater("ingest tail", STOP, tail).start();
        shutdown.closeLater("ingest gateways", STOP, gateways).start();
        operators.start(shutdown);
        store.startAccepting(shutdown);
        api.startAuthenticating(shutdown);
        store.awaitCatchUp();
        topic.start(shutdown);
        api.startListening(shutdown);
        shutdown.closeLater("ingest beat", STOP, new HealthPublisher(kafka, this, instance.name()))
                .start();
    }

    @Override
    public List<HealthCheck> checks() {
        return together(
                List.of(store.checks(), submissions.checks(), operators.checks(), topic.checks(), api.checks()));
    }

    @Override
    public void close() {
        shutdown.close();
    }

    /** Before it starts: Kafka may have lost records, for this reason. Nothing is sent until an operator recovers. */
    public IngestService suspecting(String reason) {
        store.suspect(reason);
        return this;
    }

    /** Why nothing is sent; empty while requests are sent. */
    public Optional<String> halted() {
        return store.halted();
    }

    /** Known once it has started. */
    public int port() {
        return api.port();
    }

    /** Where callers reach it; known once it has started. */
    public URI address() {
        return api.address();
    }

    @Override
    public Optional<URI> endpoint() {
        return Optional.of(address());
    }

    /** Of the HTTP API. */
    List<Route> routes() {
        return api.routes();
    }

    private static <T> List<T> together(List<List<T>> ofEachPart) {
        return ofEachPart.stream().flatMap(List::stream).toList();
    }
}
