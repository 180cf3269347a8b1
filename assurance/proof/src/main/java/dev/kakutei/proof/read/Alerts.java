package dev.kakutei.proof.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.proof.AlertState;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.check.AlertChecks;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.codec.Undecodable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** What was published of alarms: the messages and the row of each alert, brought together by its name. */
final class Alerts implements AutoCloseable {
    private static final int MESSAGE = 0;
    private static final int ROW = 1;

    private final Buckets buckets;
    private final Findings findings;

    Alerts(Path folder, Findings findings) {
        this.buckets = new Buckets(folder);
        this.findings = findings;
    }

    void message(byte[] record, String place) {
        try {
            add(MESSAGE, AlertState.of(Codecs.ALERT.decode(record == null ? new byte[0] : record)));
        } catch (Undecodable e) {
            findings.violated(Promise.ALERTED, place, "cannot be read: " + e.getMessage());
        }
    }

    void row(AlertState row) {
        add(ROW, row);
    }

    private void add(int kind, AlertState state) {
        try {
            buckets.add(state.id(), kind, Json.MAPPER.writeValueAsBytes(state));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + state, e);
        }
    }

    /** Compares rows with messages, and returns when alerts were open, by whichever knows more. */
    AlertPeriods compare(Instant cut) {
        AlertPeriods.Collector periods = new AlertPeriods.Collector();
        buckets.each((id, items) -> {
            AlertState published = null;
            AlertState stored = null;
            for (Buckets.Item item : items) {
                // The messages of one alert are in one partition, so the last of them is the latest.
                if (item.kind() == MESSAGE) {
                    published = state(item);
                } else {
                    stored = state(item);
                }
            }
            AlertChecks.stored(published, stored, cut, findings);
            boolean behind = stored == null || (published != null && stored.at().isBefore(published.at()));
            AlertState latest = behind ? published : stored;
            periods.add(latest.subject(), latest.since(), latest.resolvedAt());
        });
        return periods.done();
    }

    private static AlertState state(Buckets.Item item) {
        try {
            return Json.MAPPER.readValue(item.payload(), AlertState.class);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read back what was written of an alert", e);
        }
    }

    @Override
    public void close() {
        buckets.close();
    }
}
