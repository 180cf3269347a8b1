package dev.kakutei.store.project;

import dev.kakutei.schemas.LedgerEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What else is written when events are stored: in the same transaction, and so once for each of them. */
@FunctionalInterface
public interface SameTransactionWriter {
    SameTransactionWriter NOTHING = (connection, events) -> {};

    /** @param events that are stored now, and were not before */
    void write(Connection connection, List<LedgerEvent> events) throws SQLException;
}
