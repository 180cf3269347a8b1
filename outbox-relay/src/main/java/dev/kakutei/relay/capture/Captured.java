package dev.kakutei.relay.capture;

import dev.kakutei.relay.route.OutboxRow;
import dev.kakutei.schemas.Canary;
import java.util.List;

/** What one look into the log brought: rows of the outbox in commit order, and canaries. */
public record Captured(List<OutboxRow> rows, List<Canary> canaries) {
    public Captured {
        rows = List.copyOf(rows);
        canaries = List.copyOf(canaries);
    }

    boolean isEmpty() {
        return rows.isEmpty() && canaries.isEmpty();
    }
}
