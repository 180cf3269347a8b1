package dev.kakutei.ingest.project;

import dev.kakutei.ingest.meters.IngestMeters;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that could not be applied: told loudly, counted, and kept in sight of the health check for as long as this
 * process lives. The records themselves stay on the topic, which keeps everything.
 */
final class Quarantine {
    private static final Logger log = LoggerFactory.getLogger(Quarantine.class);

    private final IngestMeters meters;
    private int count;
    private Fault latest;

    Quarantine(IngestMeters meters) {
        this.meters = meters;
    }

    synchronized void add(Fault fault) {
        count++;
        latest = fault;
        meters.quarantined();
        log.error("not projected: {}: {}", fault.place(), fault.reason());
    }

    synchronized Optional<String> trouble() {
        return count == 0
                ? Optional.empty()
                : Optional.of(count + " records of the ledger topic were not projected, the latest at " + latest.place()
                        + ": " + latest.reason());
    }
}
