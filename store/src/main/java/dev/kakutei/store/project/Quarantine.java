package dev.kakutei.store.project;

import dev.kakutei.store.metrics.ProjectionMetrics;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that could not be applied: logged as errors, counted, and reported by the health check until they are
 * repaired or dismissed. They are stored in Postgres, so all instances know all of them, also after a restart. The
 * records themselves stay on the topic, which keeps everything.
 */
final class Quarantine {
    private static final Logger log = LoggerFactory.getLogger(Quarantine.class);

    private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(2);

    private final FaultTable table;
    private final ProjectionMetrics metrics;
    private long refreshedAt;
    private volatile FaultTable.Summary summary = new FaultTable.Summary(0, "");

    Quarantine(FaultTable table, ProjectionMetrics metrics) {
        this.table = table;
        this.metrics = metrics;
        metrics.faults(() -> summary.count());
    }

    /** One that was just stored. */
    void add(Fault fault) {
        FaultTable.Summary before = summary;
        summary = new FaultTable.Summary(before.count() + 1, fault.place() + ": " + fault.reason());
        metrics.quarantined();
        log.error("Record not projected: {}: {}", fault.place(), fault.reason());
    }

    /** Reads the stored faults every two seconds: others add and remove some. */
    void refresh() throws SQLException {
        if (refreshedAt == 0 || System.nanoTime() - refreshedAt > REFRESH_INTERVAL.toNanos()) {
            summary = table.summary();
            refreshedAt = System.nanoTime();
        }
    }

    Optional<String> problem() {
        FaultTable.Summary now = summary;
        return now.count() == 0
                ? Optional.empty()
                : Optional.of(now.count() + " records of the ledger topic were not projected, the latest at "
                        + now.latest() + "; see ./kakutei check");
    }
}
