package dev.kakutei.ingest.project;

import dev.kakutei.ingest.meters.IngestMeters;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that could not be applied: told loudly, counted, and kept in sight of the health check until somebody has mended
 * them. They are remembered in Postgres, so all instances know of all of them, and a restart does not forget. The records
 * themselves stay on the topic, which keeps everything.
 */
final class Quarantine {
    private static final Logger log = LoggerFactory.getLogger(Quarantine.class);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final FaultTable table;
    private final IngestMeters meters;
    private long lookedAt;
    private volatile FaultTable.Summary summary = new FaultTable.Summary(0, "");

    Quarantine(FaultTable table, IngestMeters meters) {
        this.table = table;
        this.meters = meters;
        meters.faults(() -> summary.count());
    }

    /** One that was just remembered. */
    void told(Fault fault) {
        FaultTable.Summary before = summary;
        summary = new FaultTable.Summary(before.count() + 1, fault.place() + ": " + fault.reason());
        meters.quarantined();
        log.error("not projected: {}: {}", fault.place(), fault.reason());
    }

    /** Looks now and then at what is remembered: others add to it, and take away from it. */
    void look() throws SQLException {
        if (lookedAt == 0 || System.nanoTime() - lookedAt > LOOK_EVERY.toNanos()) {
            summary = table.summary();
            lookedAt = System.nanoTime();
        }
    }

    Optional<String> trouble() {
        FaultTable.Summary now = summary;
        return now.count() == 0
                ? Optional.empty()
                : Optional.of(now.count() + " records of the ledger topic were not projected, the latest at "
                        + now.latest() + "; see ./kakutei check");
    }
}
