package dev.kakutei.store;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.ServiceInstance;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.store.accept.Acceptance;
import dev.kakutei.store.accept.GroupCommit;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.accept.WalWatch;
import dev.kakutei.store.clearance.ClearanceService;
import dev.kakutei.store.clearance.RecoveryTables;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.metrics.AcceptMetrics;
import dev.kakutei.store.metrics.HealthSnapshotMetrics;
import dev.kakutei.store.metrics.ProjectionMetrics;
import dev.kakutei.store.metrics.UpkeepMetrics;
import dev.kakutei.store.project.BackoffEnds;
import dev.kakutei.store.project.LaneReaders;
import dev.kakutei.store.project.LedgerProjection;
import dev.kakutei.store.project.SameTransactionWriter;
import dev.kakutei.store.project.StartupCatchUp;
import dev.kakutei.store.read.LedgerReader;
import dev.kakutei.store.recover.ActionEvidence;
import dev.kakutei.store.upkeep.Cleaner;
import dev.kakutei.store.watch.HealthSnapshotWatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The tables at work, wired: requests → {@link GroupCommit} → {@link LedgerTable}, and the ledger topic →
 * {@link LedgerProjection} → the same tables. Made without connecting; it starts in three steps, because each of them needs
 * something in between.
 */
public final class Store {
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final int READERS = 4;

    private final KafkaConfig kafka;
    private final String slot;
    private final Duration progressTimeout;
    private final Database database;
    private final WalWatch wal;
    private final LedgerTable table;
    private final GroupCommit commits;
    private final LedgerReader reader;
    private final ActionEvidence actionEvidence;
    private final Cleaner cleaner;
    private final HealthSnapshotWatch healthSnapshots;
    private final ClearanceService clearance;
    private final LedgerProjection projection;
    private final BackoffEnds backoffEnds;
    private final StartupCatchUp catchUp;
    private Optional<String> suspicion = Optional.empty();

    /**
     * @param lanes which sender holds the attempts that begin
     * @param also what else is written when events are stored
     */
    public Store(StoreConfig config, ServiceInstance instance, LaneReaders lanes, SameTransactionWriter also) {
        AcceptMetrics acceptMetrics = new AcceptMetrics(instance.registry());
        kafka = instance.kafka();
        slot = config.postgres().slot();
        progressTimeout = config.projection().progressTimeout();
        database = new Database(config.postgres(), instance.registry());
        table = new LedgerTable(database);
        wal = new WalWatch(database, slot, config.batch().walMib(), acceptMetrics);
        commits = new GroupCommit(config.batch(), table::accept, wal::over, acceptMetrics);
        reader = new LedgerReader(table, READERS);
        actionEvidence = new ActionEvidence(database);
        cleaner = new Cleaner(config.cleaning(), database, new UpkeepMetrics(instance.registry()), instance.clock());
        healthSnapshots =
                new HealthSnapshotWatch(config.watch(), database, new HealthSnapshotMetrics(instance.registry()));
        clearance = new ClearanceService(kafka, database, instance.name(), instance.clock());
        ProjectionMetrics metrics = new ProjectionMetrics(instance.registry());
        metrics.halted(() -> clearance.halted().isPresent() ? 1 : 0);
        projection = new LedgerProjection(config.projection(), kafka, database, lanes, also, metrics, clearance::lost);
        backoffEnds = new BackoffEnds(database);
        catchUp = new StartupCatchUp(kafka, database, clearance::lost, clearance::recovery);
    }

    /** The topics that must be there before {@link #start}. */
    public List<Topic<?>> topics() {
        Topics all = kafka.topics();
        return List.of(all.ledger(), all.accepted(), all.clearanceRequests(), all.clearances(), all.alerts());
    }

    /** First: the tables, migrated. */
    public void open(Shutdown shutdown) {
        shutdown.closeLater("ingest database", STOP, database).start();
        shutdown.closeLater("ingest WAL watch", STOP, wal).start();
    }

    /** Then, once the topics are there: everything but accepting. */
    public void start(Shutdown shutdown) {
        suspicion.ifPresent(reason -> new RecoveryTables(database).open(reason));
        shutdown.closeLater("ingest clearance", STOP, clearance).start();
        shutdown.closeLater("ingest projection", STOP, projection).start();
        shutdown.closeLater("ingest backoff ends", STOP, backoffEnds).start();
        shutdown.closeLater("ingest action evidence", STOP, actionEvidence);
        shutdown.closeLater("ingest cleaner", STOP, cleaner).start();
        shutdown.closeLater("ingest health snapshot", STOP, healthSnapshots).start();
        shutdown.closeLater("ingest reader", STOP, reader);
    }

    /** Last, so that it ends first. */
    public void startAccepting(Shutdown shutdown) {
        shutdown.closeLater("ingest writers", STOP, commits).start();
    }

    /** Returns when Postgres knows what the ledger topic knew at the start; no request may be accepted before. */
    public void awaitCatchUp() {
        catchUp.await();
    }

    /** Before it starts: Kafka may have lost records, for this reason. Nothing is sent until an operator recovers. */
    public void suspect(String reason) {
        suspicion = Optional.of(reason);
    }

    /** Why nothing is sent; empty while requests are sent. */
    public Optional<String> halted() {
        return clearance.halted();
    }

    /** Stores a request together with others that come at the same time. */
    public CompletableFuture<Acceptance> submit(NewRequest request) {
        return commits.submit(request);
    }

    /** Stores all of them at once, and answers in their order. */
    public List<Acceptance> accept(List<NewRequest> requests) {
        return commits.together(requests);
    }

    /** The request of a client under a key; may throw {@link dev.kakutei.boot.StoreUnavailable}. */
    public Optional<Entry> find(String client, String idempotencyKey) {
        return table.find(client, idempotencyKey);
    }

    public LedgerReader reader() {
        return reader;
    }

    public ActionEvidence actionEvidence() {
        return actionEvidence;
    }

    public Database database() {
        return database;
    }

    /** The replication slot that the relay reads. */
    public String slot() {
        return slot;
    }

    /** How long a topic whose records become rows may make no progress before that is reported. */
    public Duration progressTimeout() {
        return progressTimeout;
    }

    public List<HealthCheck> checks() {
        return List.of(
                new HealthCheck("ingest-postgres", database::problem),
                new HealthCheck("ingest-writers", commits::problem),
                new HealthCheck("ingest-wal", wal::problem),
                new HealthCheck("ingest-stores", clearance::halted),
                new HealthCheck("ingest-projection", projection::problem));
    }
}
