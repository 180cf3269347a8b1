package dev.kakutei.verifier.ledger;

import dev.kakutei.schemas.Alert;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of a record that cannot be decoded: it is skipped and counted, and an alert is raised. */
record RecordQuarantine(LedgerSinks sinks, LedgerMetrics metrics) {
    private static final Logger log = LoggerFactory.getLogger(RecordQuarantine.class);

    /** @param where topic, partition and offset */
    void add(String where, RuntimeException cause, Instant now) {
        log.error("Record at {} cannot be decoded and is skipped; an alert is raised: {}", where, cause.getMessage());
        metrics.quarantined();
        Alert alert = new Alert(
                "quarantined_record/" + where,
                Alert.Severity.HIGH,
                "quarantined_record",
                null,
                null,
                "The record at " + where + " cannot be read and was passed over: " + cause.getMessage(),
                now);
        sinks.raise(alert, now);
    }
}
