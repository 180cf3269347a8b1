package dev.kakutei.ingest;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.HealthPublisher;
import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.ingest.access.AccessConfig;
import dev.kakutei.ingest.access.ApiKeyAuthenticator;
import dev.kakutei.ingest.access.Authenticator;
import dev.kakutei.ingest.access.OpenAuthenticator;
import dev.kakutei.ingest.action.ActionService;
import dev.kakutei.ingest.action.Guard;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.RequestBodyReader;
import dev.kakutei.ingest.alert.AlertJournal;
import dev.kakutei.ingest.alert.AlertReader;
import dev.kakutei.ingest.bulk.BulkTable;
import dev.kakutei.ingest.bulk.BulkWorker;
import dev.kakutei.ingest.clearance.ClearanceService;
import dev.kakutei.ingest.clearance.RecoveryTables;
import dev.kakutei.ingest.consume.TopicSubscriber;
import dev.kakutei.ingest.http.BulkFilter;
import dev.kakutei.ingest.http.HttpConfig;
import dev.kakutei.ingest.http.HttpListener;
import dev.kakutei.ingest.http.OperatorRoutes;
import dev.kakutei.ingest.http.Waiters;
import dev.kakutei.ingest.metrics.AccessMetrics;
import dev.kakutei.ingest.metrics.ActionMetrics;
import dev.kakutei.ingest.metrics.HealthSnapshotMetrics;
import dev.kakutei.ingest.metrics.IngestMetrics;
import dev.kakutei.ingest.metrics.ReadMetrics;
import dev.kakutei.ingest.metrics.SummaryMetrics;
import dev.kakutei.ingest.metrics.TopicMetrics;
import dev.kakutei.ingest.metrics.UpkeepMetrics;
import dev.kakutei.ingest.overview.FlowReader;
import dev.kakutei.ingest.overview.HealthBoard;
import dev.kakutei.ingest.overview.LagReader;
import dev.kakutei.ingest.overview.TallyTable;
import dev.kakutei.ingest.project.BackoffEnds;
import dev.kakutei.ingest.project.LedgerProjection;
import dev.kakutei.ingest.project.LedgerTail;
import dev.kakutei.ingest.project.SameTransactionWriter;
import dev.kakutei.ingest.project.StartupCatchUp;
import dev.kakutei.ingest.search.SearchReader;
import dev.kakutei.ingest.search.SearchTable;
import dev.kakutei.ingest.store.ActionEvidence;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.GroupCommit;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ingest.store.WalWatch;
import dev.kakutei.ingest.stream.Streams;
import dev.kakutei.ingest.summary.Summariser;
import dev.kakutei.ingest.summary.SummaryJobs;
import dev.kakutei.ingest.topic.RequestTopicListener;
import dev.kakutei.ingest.topic.TopicConfig;
import dev.kakutei.ingest.upkeep.Cleaner;
import dev.kakutei.ingest.watch.HealthSnapshotWatch;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.gateway.ApprovalRule;
import dev.kakutei.schemas.topic.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ingest-service, wired: callers → {@link HttpListener} or {@link RequestTopicListener} → {@link GroupCommit} → {@link LedgerTable}, and
 * the ledger topic → {@link LedgerProjection} → the same tables. Results come by {@link TopicSubscriber} to the callers
 * that wait for them.
 */
public final class IngestService implements Service {
    private static final Logger log = LoggerFactory.getLogger(IngestService.class);
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final int READERS = 4;
    /** How often the log warns that access is open to the network. */
    private static final Duration OPEN_ACCESS_WARNING = Duration.ofMinutes(10);

    private final IngestConfig config;
    private final Database database;
    private final WalWatch wal;
    private final GroupCommit commits;
    private final LedgerReader reader;
    private final SearchReader searches;
    private final LedgerTail tail;
    private final Cleaner cleaner;
    private final AlertJournal alertJournal;
    private final AlertReader alerts;
    private final HealthSnapshotWatch healthSnapshots;
    private final ClearanceService clearance;
    private final LedgerProjection projection;
    private final BackoffEnds backoffEnds;
    private final StartupCatchUp catchUp;
    private final TopicSubscriber<Result> results;
    private final ActionEvidence actionEvidence;
    private final ActionService actions;
    private final BulkWorker bulk;
    private final Optional<Summariser> summariser;
    private final String instance = InstanceName.any("ingest");
    private final FlowReader flows;
    private final LagReader lags;
    private final TopicSubscriber<ServiceHealth> healths;
    private final LiveGateways gateways;
    private final Authenticator authenticator;
    private final RequestTopicListener topicListener;
    private final HttpListener httpListener;
    private final Shutdown shutdown = new Shutdown();
    private Optional<String> suspicion = Optional.empty();

    public IngestService(IngestConfig config, MeterRegistry registry) {
        this(config, registry, InstantSource.system());
    }

    public IngestService(IngestConfig config, MeterRegistry registry, InstantSource clock) {
        this(config, registry, clock, System::nanoTime);
    }

    /** @param nanos for the age of the keys and the rates of the clients */
    public IngestService(IngestConfig config, MeterRegistry registry, InstantSource clock, LongSupplier nanos) {
        this.config = config;
        IngestMetrics metrics = new IngestMetrics(registry);
        database = new Database(config.postgres(), registry);
        LedgerTable table = new LedgerTable(database);
        wal = new WalWatch(database, config.postgres().slot(), config.batch().walMib(), metrics);
        commits = new GroupCommit(config.batch(), table::accept, wal::over, metrics);
        reader = new LedgerReader(table, READERS);
        ReadMetrics readMetrics = new ReadMetrics(registry);
        SearchTable searchTable = new SearchTable(database, config.search());
        searches = new SearchReader(searchTable, readMetrics);
        Streams streams = new Streams(config.stream(), reader::eventsAfter, readMetrics);
        ActionMetrics actionMetrics = new ActionMetrics(registry);
        actionEvidence = new ActionEvidence(database);
        actions = new ActionService(
                config.actions(), config.kafka(), reader::eventsAfter, actionEvidence::store, actionMetrics);
        TallyTable tally = new TallyTable(database);
        flows = new FlowReader(tally);
        lags = new LagReader(config.kafka(), tally, config.postgres().slot());
        HealthBoard board = new HealthBoard(clock);
        healths = new TopicSubscriber<>(
                "ingest-health",
                config.kafka(),
                List.of(config.kafka().topics().health()),
                TopicSubscriber.From.BEGINNING,
                board::update);
        gateways = new LiveGateways(config.gateways(), name(), registry);
        Waiters waiters = new Waiters(
                config.http().maxWaiting(), () -> !gateways.get().approvals().isEmpty(), metrics);
        tail = new LedgerTail(config.kafka(), List.of(streams, actions, waiters));
        cleaner = new Cleaner(config.cleaning(), database, new UpkeepMetrics(registry), clock);
        alertJournal =
                new AlertJournal(config.kafka(), database, config.projection().progressTimeout(), clock);
        alerts = new AlertReader(database);
        healthSnapshots = new HealthSnapshotWatch(config.watch(), database, new HealthSnapshotMetrics(registry));
        clearance = new ClearanceService(config.kafka(), database, instance, clock);
        metrics.halted(() -> clearance.halted().isPresent() ? 1 : 0);
        projection = new LedgerProjection(
                config.projection(),
                config.kafka(),
                database,
                board::laneReader,
                config.summariser().isPresent() ? SummaryJobs::add : SameTransactionWriter.NOTHING,
                metrics,
                clearance::lost);
        backoffEnds = new BackoffEnds(database);
        catchUp = new StartupCatchUp(config.kafka(), database, clearance::lost, clearance::recovery);
        results = new TopicSubscriber<>(
                "ingest-results",
                config.kafka(),
                Stream.of(RequestKind.values())
                        .map(config.kafka().topics()::results)
                        .toList(),
                TopicSubscriber.From.NOW,
                waiters::settled);
        BulkTable jobs = new BulkTable(database);
        bulk = new BulkWorker(
                config.bulk(),
                jobs,
                instance,
                new BulkFilter(searchTable),
                new Guard(gateways),
                actions,
                actionMetrics,
                clock);
        SummaryMetrics summaryMetrics = new SummaryMetrics(registry);
        summariser = config.summariser()
                .map(one -> new Summariser(one, database, actions, summaryMetrics, clock, System.getenv()));
        authenticator = authenticator(new AccessMetrics(registry), clock, nanos);
        topicListener = new RequestTopicListener(
                config.topic(),
                config.kafka(),
                new Admission(gateways, config.http().deadlines()),
                new RequestBodyReader(config.http().maxBodyBytes()),
                commits::together,
                table::find,
                new TopicMetrics(registry),
                clock);
        httpListener = new HttpListener(
                config.http(),
                authenticator,
                gateways,
                commits::submit,
                reader,
                searches,
                alerts,
                streams,
                new OperatorRoutes(
                        config.http(),
                        config.access().mode(),
                        gateways,
                        reader,
                        actions,
                        flows,
                        lags,
                        board,
                        searches,
                        jobs,
                        config.bulk().max(),
                        clock),
                waiters,
                metrics,
                clock);
    }

    @Override
    public String name() {
        return "ingest";
    }

    /** In this order, so that no call is accepted before everything that it needs has started. */
    @Override
    public void start() {
        shutdown.closeLater("ingest database", STOP, database).start();
        shutdown.closeLater("ingest WAL watch", STOP, wal).start();
        KafkaConfig kafka = config.kafka();
        List<Topic<?>> topics = new ArrayList<>(List.of(
                kafka.topics().ledger(),
                kafka.topics().accepted(),
                kafka.topics().actions(),
                kafka.topics().actionRefusals(),
                kafka.topics().health(),
                kafka.topics().clearanceRequests(),
                kafka.topics().clearances(),
                kafka.topics().alerts()));
        for (RequestKind kind : RequestKind.values()) {
            topics.add(kafka.topics().results(kind));
        }
        if (takesFromTopic()) {
            topics.add(kafka.topics().requests());
            topics.add(kafka.topics().rejections());
        }
        TopicSetup.ensure(kafka, topics);
        openIncident();
        shutdown.closeLater("ingest clearance", STOP, clearance).start();
        shutdown.closeLater("ingest projection", STOP, projection).start();
        shutdown.closeLater("ingest backoff ends", STOP, backoffEnds).start();
        shutdown.closeLater("ingest results", STOP, results).start();
        shutdown.closeLater("ingest tail", STOP, tail).start();
        shutdown.closeLater("ingest action evidence", STOP, actionEvidence);
        shutdown.closeLater("ingest actions", STOP, actions).start();
        shutdown.closeLater("ingest health", STOP, healths).start();
        shutdown.closeLater("ingest overview", STOP, flows).start();
        shutdown.closeLater("ingest lag", STOP, lags);
        shutdown.closeLater("ingest cleaner", STOP, cleaner).start();
        shutdown.closeLater("ingest alerts", STOP, alertJournal).start();
        shutdown.closeLater("ingest health snapshot", STOP, healthSnapshots).start();
        shutdown.closeLater("ingest alert reader", STOP, alerts);
        shutdown.closeLater("ingest reader", STOP, reader);
        shutdown.closeLater("ingest searches", STOP, searches);
        shutdown.closeLater("ingest writers", STOP, commits).start();
        shutdown.closeLater("ingest access", STOP, authenticator).start();
        shutdown.closeLater("ingest gateways", STOP, gateways).start();
        shutdown.closeLater("ingest bulk", STOP, bulk).start();
        summariser.ifPresent(
                one -> shutdown.closeLater("ingest summariser", STOP, one).start());
        warnOfKeysInTheClear();
        catchUp.await();
        if (takesFromTopic()) {
            warnOfClientsByTopic();
            shutdown.closeLater("ingest topic", STOP, topicListener).start();
        }
        shutdown.closeLater("ingest listener", STOP, httpListener).start();
        shutdown.closeLater("ingest beat", STOP, new HealthPublisher(kafka, this, instance))
                .start();
    }

    /** Before it starts: Kafka may have lost records, for this reason. Nothing is sent until an operator recovers. */
    public IngestService suspecting(String reason) {
        suspicion = Optional.of(reason);
        return this;
    }

    private void openIncident() {
        suspicion.ifPresent(reason -> new RecoveryTables(database).open(reason));
    }

    /** Why nothing is sent; empty while requests are sent. */
    public Optional<String> halted() {
        return clearance.halted();
    }

    /** Known once it has started. */
    public int port() {
        return httpListener.port();
    }

    /** Where callers reach it; known once it has started. */
    public URI address() {
        return config.http().address(port());
    }

    @Override
    public Optional<URI> endpoint() {
        return Optional.of(address());
    }

    @Override
    public List<HealthCheck> checks() {
        List<HealthCheck> checks = new ArrayList<>(List.of(
                new HealthCheck("ingest-postgres", database::problem),
                new HealthCheck("ingest-writers", commits::problem),
                new HealthCheck("ingest-wal", wal::problem),
                new HealthCheck("ingest-stores", clearance::halted),
                new HealthCheck("ingest-projection", projection::problem),
                new HealthCheck("ingest-results", results::problem),
                new HealthCheck("ingest-alerts", alertJournal::problem),
                new HealthCheck("ingest-actions", actions::problem),
                new HealthCheck("ingest-topic", () -> takesFromTopic() ? topicListener.problem() : Optional.empty())));
        checks.addAll(authenticator.checks());
        return checks;
    }

    private boolean takesFromTopic() {
        return config.topic().enabled() == TopicConfig.Enabled.TRUE;
    }

    @Override
    public void close() {
        shutdown.close();
    }

    private void warnOfKeysInTheClear() {
        HttpConfig http = config.http();
        if (config.access().mode() == AccessConfig.Mode.KEYS && http.tls().isEmpty() && !http.loopback()) {
            log.warn("API keys cross the network unencrypted: set ingest.http.tls.certificate and ingest.http.tls.key,"
                    + " or put a proxy that terminates TLS before ingest.http.host");
        }
    }

    private void warnOfClientsByTopic() {
        if (gateways.get().approvals().stream().anyMatch(rule -> rule.decision() == ApprovalRule.Decision.HOLD)) {
            log.warn(
                    "Requests are held for a second person, but every producer of the topic {} can name any client as the"
                            + " submitter: restrict the topic by Kafka's access rules, or set ingest.topic.enabled=false"
                            + " (docs/guides/approvals.md)",
                    config.kafka().topics().requests().name());
        }
    }

    private Authenticator authenticator(AccessMetrics metrics, InstantSource clock, LongSupplier nanos) {
        return switch (config.access().mode()) {
            case OPEN ->
                new OpenAuthenticator(
                        config.http().loopback()
                                ? OpenAuthenticator.Reach.THIS_MACHINE
                                : OpenAuthenticator.Reach.NETWORK,
                        OPEN_ACCESS_WARNING,
                        metrics);
            case KEYS -> new ApiKeyAuthenticator(config.access(), database::connection, name(), metrics, clock, nanos);
        };
    }
}
