package dev.kakutei.ingest;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.ingest.http.HttpDoor;
import dev.kakutei.ingest.meters.IngestMeters;
import dev.kakutei.ingest.project.LedgerProjection;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.GroupCommit;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ingest.store.LedgerTable;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * ingest-service, wired: callers → {@link HttpDoor} → {@link GroupCommit} → {@link LedgerTable}, and the ledger topic →
 * {@link LedgerProjection} → the same tables.
 */
public final class IngestService implements Service {
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final int READERS = 4;

    private final IngestConfig config;
    private final Database database;
    private final GroupCommit commits;
    private final LedgerReader reader;
    private final LedgerProjection projection;
    private final HttpDoor door;
    private final Shutdown shutdown = new Shutdown();

    public IngestService(IngestConfig config, MeterRegistry registry) {
        this(config, registry, InstantSource.system());
    }

    public IngestService(IngestConfig config, MeterRegistry registry, InstantSource clock) {
        this.config = config;
        IngestMeters meters = new IngestMeters(registry);
        database = new Database(config.postgres(), registry);
        LedgerTable table = new LedgerTable(database);
        commits = new GroupCommit(config.batch(), table::accept, meters);
        reader = new LedgerReader(table, READERS);
        projection = new LedgerProjection(config.projection(), config.kafka(), database, meters);
        door = new HttpDoor(config.http(), config.gateways(), commits::submit, reader, meters, clock);
    }

    @Override
    public String name() {
        return "ingest";
    }

    /** In this order, so that nobody is let in before everything behind the door stands. */
    @Override
    public void start() {
        shutdown.closeLater("ingest database", STOP, database).start();
        KafkaConfig kafka = config.kafka();
        TopicSetup.ensure(kafka, List.of(kafka.topics().ledger()));
        shutdown.closeLater("ingest projection", STOP, projection).start();
        shutdown.closeLater("ingest reader", STOP, reader);
        shutdown.closeLater("ingest writers", STOP, commits).start();
        shutdown.closeLater("ingest door", STOP, door).start();
    }

    /** Known once it has started. */
    public int port() {
        return door.port();
    }

    /** Where callers reach it; known once it has started. */
    public URI address() {
        return URI.create("http://" + config.http().host() + ":" + port());
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of(
                new HealthCheck("ingest-postgres", database::trouble),
                new HealthCheck("ingest-writers", commits::trouble),
                new HealthCheck("ingest-projection", projection::trouble));
    }

    @Override
    public void close() {
        shutdown.close();
    }
}
