package dev.kakutei.store.project;

import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.store.database.Database;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** Writes events as the projection does, without a topic. */
public final class Projected {
    private Projected() {}

    public static void write(Database database, List<LedgerEvent> events) throws Exception {
        write(database, events, LaneReaders.UNKNOWN);
    }

    static void write(Database database, List<LedgerEvent> events, LaneReaders lanes) throws Exception {
        List<IncomingEvent> incoming = new ArrayList<>();
        for (LedgerEvent event : events) {
            incoming.add(new IncomingEvent(new TopicPartition("ledger", 0), incoming.size(), event));
        }
        new ProjectionTables(database, lanes, SameTransactionWriter.NOTHING).write(incoming, List.of());
    }
}
