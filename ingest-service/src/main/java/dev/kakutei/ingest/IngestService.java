package dev.kakutei.ingest;

import dev.kakutei.boot.HealthBeat;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.ingest.access.AccessConfig;
import dev.kakutei.ingest.access.Doorkeeper;
import dev.kakutei.ingest.access.KeyDoorkeeper;
import dev.kakutei.ingest.access.OpenDoorkeeper;
import dev.kakutei.ingest.action.ActionService;
import dev.kakutei.ingest.action.Guard;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.BodyReader;
import dev.kakutei.ingest.alert.AlertBook;
import dev.kakutei.ingest.alert.AlertReader;
import dev.kakutei.ingest.bulk.BulkTable;
import dev.kakutei.ingest.bulk.BulkWorker;
import dev.kakutei.ingest.clearance.ClearanceService;
import dev.kakutei.ingest.clearance.RecoveryTables;
import dev.kakutei.ingest.consume.TopicEnd;
import dev.kakutei.ingest.http.BulkFilter;
import dev.kakutei.ingest.http.HttpConfig;
import dev.kakutei.ingest.http.HttpDoor;
import dev.kakutei.ingest.http.OperatorRoutes;
import dev.kakutei.ingest.http.Waiters;
import dev.kakutei.ingest.meters.AccessMeters;
import dev.kakutei.ingest.meters.ActionMetrics;
import dev.kakutei.ingest.meters.IngestMeters;
import dev.kakutei.ingest.meters.ReadMeters;
import dev.kakutei.ingest.meters.StandingMeters;
import dev.kakutei.ingest.meters.SummaryMeters;
import dev.kakutei.ingest.meters.TopicMeters;
import dev.kakutei.ingest.meters.UpkeepMeters;
import dev.kakutei.ingest.overview.FlowReader;
import dev.kakutei.ingest.overview.HealthBoard;
import dev.kakutei.ingest.overview.LagReader;
import dev.kakutei.ingest.overview.TallyTable;
import dev.kakutei.ingest.project.BackoffEnds;
import dev.kakutei.ingest.project.CaughtUp;
import dev.kakutei.ingest.project.LedgerProjection;
import dev.kakutei.ingest.project.LedgerTail;
import dev.kakutei.ingest.project.SameTransaction;
import dev.kakutei.ingest.search.SearchReader;
import dev.kakutei.ingest.search.SearchTable;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.GroupCommit;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ingest.store.ResubmissionTargets;
import dev.kakutei.ingest.store.WalWatch;
import dev.kakutei.ingest.stream.Streams;
import dev.kakutei.ingest.summary.Summariser;
import dev.kakutei.ingest.summary.SummaryJobs;
import dev.kakutei.ingest.topic.TopicConfig;
import dev.kakutei.ingest.topic.TopicDoor;
import dev.kakutei.ingest.upkeep.Cleaner;
import dev.kakutei.ingest.watch.StandingWatch;
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
 * ingest-service, wired: callers → {@link HttpDoor} or {@link TopicDoor} → {@link GroupCommit} → {@link LedgerTable}, and
 * the ledger topic → {@link LedgerProjection} → the same tables. Results come by {@link TopicEnd} to the callers
 * that wait for them.
 */
public final class IngestService implements Service {
    private static final Logger log = LoggerFactory.getLogger(IngestService.class);
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final int READERS = 4;
    /** How often the log is told that the door stands open to the network. */
    private static final Duration REMINDER = Duration.ofMinutes(10);

    private final IngestConfig config;
    private final Database database;
    private final WalWatch wal;
    private final GroupCommit commits;
    private final LedgerReader reader;
    private final SearchReader searches;
    private final LedgerTail tail;
    private final Cleaner cleaner;
    private final AlertBook alertBook;
    private final AlertReader alerts;
    private final StandingWatch standing;
    private final ClearanceService clearance;
    private final LedgerProjection projection;
    private final BackoffEnds backoffEnds;
    private final CaughtUp caughtUp;
    private final TopicEnd<Result> results;
    private final ResubmissionTargets targets;
    private final ActionService orders;
    private final BulkWorker bulk;
    private final Optional<Summariser> summariser;
    private final String instance = InstanceName.any("ingest");
    private final FlowReader flows;
    private final LagReader lags;
    private final TopicEnd<ServiceHealth> healths;
    private final LiveGateways gateways;
    private final Doorkeeper doorkeeper;
    private final TopicDoor topicDoor;
    private final HttpDoor door;
    private final Shutdown shutdown = new Shutdown();
    private Optional<String> suspicion = Optional.empty();

    public IngestService(IngestConfig config, MeterRegistry registry) {
        this(config, registry, InstantSource.system());
    }

    public IngestService(IngestConfig config, MeterRegistry registry, InstantSource clock) {
        this(config, registry, clock, System::nanoTime);
    }

    /** @param nanos by which the door judges how old its keys are, and how fast a client asks */
    public IngestService(IngestConfig config, MeterRegistry registry, InstantSource clock, LongSupplier nanos) {
        this.config = config;
        IngestMeters meters = new IngestMeters(registry);
        database = new Database(config.postgres(), registry);
        LedgerTable table = new LedgerTable(database);
        wal = new WalWatch(database, config.postgres().slot(), config.batch().walMib(), meters);
        commits = new GroupCommit(config.batch(), table::accept, wal::over, meters);
        reader = new LedgerReader(table, READERS);
        ReadMeters readMeters = new ReadMeters(registry);
        SearchTable searchTable = new SearchTable(database, config.search());
        searches = new SearchReader(searchTable, readMeters);
        Streams streams = new Streams(config.stream(), reader::eventsAfter, readMeters);
        ActionMetrics orderMeters = new ActionMetrics(registry);
        targets = new ResubmissionTargets(database);
        orders = new ActionService(config.orders(), config.kafka(), reader::eventsAfter, targets::store, orderMeters);
        TallyTable tally = new TallyTable(database);
        flows = new FlowReader(tally);
        lags = new LagReader(config.kafka(), tally, config.postgres().slot());
        HealthBoard board = new HealthBoard(clock);
        healths = new TopicEnd<>(
                "ingest-health",
                config.kafka(),
                List.of(config.kafka().topics().health()),
                TopicEnd.From.BEGINNING,
                board::told);
        gateways = new LiveGateways(config.gateways(), name(), registry);
        Waiters waiters = new Waiters(
                config.http().maxWaiting(), () -> !gateways.get().approvals().isEmpty(), meters);
        tail = new LedgerTail(config.kafka(), List.of(streams, orders, waiters));
        cleaner = new Cleaner(config.cleaning(), database, new UpkeepMeters(registry), clock);
        alertBook = new AlertBook(config.kafka(), database, config.projection().patience(), clock);
        alerts = new AlertReader(database);
        standing = new StandingWatch(config.watch(), database, new StandingMeters(registry));
        clearance = new ClearanceService(config.kafka(), database, instance, clock);
        meters.halted(() -> clearance.halted().isPresent() ? 1 : 0);
        projection = new LedgerProjection(
                config.projection(),
                config.kafka(),
                database,
                board::laneReader,
                config.summariser().isPresent() ? SummaryJobs::add : SameTransaction.NOTHING,
                meters,
                clearance::lost);
        backoffEnds = new BackoffEnds(database);
        caughtUp = new CaughtUp(config.kafka(), database, clearance::lost, clearance::recovery);
        results = new TopicEnd<>(
                "ingest-results",
                config.kafka(),
                Stream.of(RequestKind.values())
                        .map(config.kafka().topics()::results)
                        .toList(),
                TopicEnd.From.NOW,
                waiters::settled);
        BulkTable jobs = new BulkTable(database);
        bulk = new BulkWorker(
                config.bulk(),
                jobs,
                instance,
                new BulkFilter(searchTable),
                new Guard(gateways),
                orders,
                orderMeters,
                clock);
        SummaryMeters summaryMeters = new SummaryMeters(registry);
        summariser = config.summariser()
                .map(one -> new Summariser(one, database, orders, summaryMeters, clock, System.getenv()));
        doorkeeper = doorkeeper(new AccessMeters(registry), clock, nanos);
        topicDoor = new TopicDoor(
                config.topic(),
                config.kafka(),
                new Admission(gateways, config.http().deadlines()),
                new BodyReader(config.http().maxBodyBytes()),
                commits::together,
                table::find,
                new TopicMeters(registry),
                clock);
        door = new HttpDoor(
                config.http(),
                doorkeeper,
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
                        orders,
                        flows,
                        lags,
                        board,
                        searches,
                        jobs,
                        config.bulk().most(),
                        clock),
                waiters,
                meters,
                clock);
    }

    @Override
    public String name() {
        return "ingest";
    }

    /** In this order, so that nobody is let in before everything behind the door stands. */
    @Override
    public void start() {
        shutdown.closeLater("ingest database", STOP, database).start();
        shutdown.closeLater("ingest log watch", STOP, wal).start();
        KafkaConfig kafka = config.kafka();
        List<Topic<?>> topics = new ArrayList<>(List.of(
                kafka.topics().ledger(),
                kafka.topics().accepted(),
                kafka.topics().operator(),
                kafka.topics().refusals(),
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
        shutdown.closeLater("ingest resubmissions", STOP, targets);
        shutdown.closeLater("ingest orders", STOP, orders).start();
        shutdown.closeLater("ingest health", STOP, healths).start();
        shutdown.closeLater("ingest overview", STOP, flows).start();
        shutdown.closeLater("ingest lag", STOP, lags);
        shutdown.closeLater("ingest cleaner", STOP, cleaner).start();
        shutdown.closeLater("ingest alerts", STOP, alertBook).start();
        shutdown.closeLater("ingest standing", STOP, standing).start();
        shutdown.closeLater("ingest alert reader", STOP, alerts);
        shutdown.closeLater("ingest reader", STOP, reader);
        shutdown.closeLater("ingest searches", STOP, searches);
        shutdown.closeLater("ingest writers", STOP, commits).start();
        shutdown.closeLater("ingest access", STOP, doorkeeper).start();
        shutdown.closeLater("ingest gateways", STOP, gateways).start();
        shutdown.closeLater("ingest bulk", STOP, bulk).start();
        summariser.ifPresent(
                one -> shutdown.closeLater("ingest summariser", STOP, one).start());
        warnOfKeysInTheClear();
        caughtUp.await();
        if (takesFromTopic()) {
            warnOfClientsByTopic();
            shutdown.closeLater("ingest topic", STOP, topicDoor).start();
        }
        shutdown.closeLater("ingest door", STOP, door).start();
        shutdown.closeLater("ingest beat", STOP, new HealthBeat(kafka, this, instance))
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

    /** Why nothing is sent; empty where it is. */
    public Optional<String> halted() {
        return clearance.halted();
    }

    /** Known once it has started. */
    public int port() {
        return door.port();
    }

    /** Where callers reach it; known once it has started. */
    public URI address() {
        return config.http().address(port());
    }

    @Override
    public Optional<URI> door() {
        return Optional.of(address());
    }

    @Override
    public List<HealthCheck> checks() {
        List<HealthCheck> checks = new ArrayList<>(List.of(
                new HealthCheck("ingest-postgres", database::trouble),
                new HealthCheck("ingest-writers", commits::trouble),
                new HealthCheck("ingest-log", wal::trouble),
                new HealthCheck("ingest-stores", clearance::halted),
                new HealthCheck("ingest-projection", projection::trouble),
                new HealthCheck("ingest-results", results::trouble),
                new HealthCheck("ingest-alerts", alertBook::trouble),
                new HealthCheck("ingest-orders", orders::trouble),
                new HealthCheck("ingest-topic", () -> takesFromTopic() ? topicDoor.trouble() : Optional.empty())));
        checks.addAll(doorkeeper.checks());
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
            log.warn("keys come over the network in the clear: set ingest.http.tls.certificate and ingest.http.tls.key,"
                    + " or let something before ingest.http.host speak TLS");
        }
    }

    private void warnOfClientsByTopic() {
        if (gateways.get().approvals().stream().anyMatch(rule -> rule.decision() == ApprovalRule.Decision.HOLD)) {
            log.warn(
                    "requests are held for a second person, and whoever may write to the topic {} names the client that"
                            + " submits: let Kafka's access rules say who may, or set ingest.topic.enabled=false"
                            + " (docs/guides/approvals.md)",
                    config.kafka().topics().requests().name());
        }
    }

    private Doorkeeper doorkeeper(AccessMeters meters, InstantSource clock, LongSupplier nanos) {
        return switch (config.access().mode()) {
            case OPEN ->
                new OpenDoorkeeper(
                        config.http().loopback() ? OpenDoorkeeper.Reach.THIS_MACHINE : OpenDoorkeeper.Reach.NETWORK,
                        REMINDER,
                        meters);
            case KEYS -> new KeyDoorkeeper(config.access(), database::connection, name(), meters, clock, nanos);
        };
    }
}
