package dev.kakutei.relay.capture;

import dev.kakutei.relay.route.CapturedRow;
import dev.kakutei.schemas.Canary;
import java.util.List;

/** What one read of the WAL brought: rows of the outbox in commit order, and canaries. */
public record CapturedBatch(List<CapturedRow> rows, List<Canary> canaries) {
    public CapturedBatch {
        rows = List.copyOf(rows);
        canaries = List.copyOf(canaries);
    }

    boolean isEmpty() {
        return rows.isEmpty() && canaries.isEmpty();
    }
}
