package dev.kakutei.store.upkeep;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Rebuilds snapshots from their events, while the service runs (SPEC E3). A few requests at a time, each under the lock
 * of its row, so that the projection waits for moments only. A second run, or one that continues an interrupted run,
 * does no harm: what is right is not written.
 */
public final class Rebuild {
    private static final int AT_ONCE = 50;
    private static final String LOCK_TIMEOUT = "5s";

    private final Database database;

    public Rebuild(Database database) {
        this.database = database;
    }

    /** The request under a caller's key. */
    public Optional<RequestId> find(String client, String key) {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select request_id from ledger where client = ? and idempotency_key = ?")) {
            query.setString(1, client);
            query.setString(2, key);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(new RequestId(row.getObject(1, UUID.class))) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /** When a request was accepted, by its first event or by its row. */
    public Optional<Instant> acceptedAt(RequestId id) {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select coalesce((select at from ledger_events where request_id = ? and event_id = 1),"
                                + " (select accepted_at from ledger where request_id = ?))")) {
            query.setObject(1, id.value());
            query.setObject(2, id.value());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return Optional.ofNullable(row.getObject(1, OffsetDateTime.class))
                        .map(OffsetDateTime::toInstant);
            }
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /** Each request in turn, under its lock. */
    public CheckProgress all(RequestId after, Consumer<Repair> onRepair, Consumer<CheckProgress> progress) {
        CheckProgress passed = new CheckProgress(0, 0, after);
        for (List<RequestId> ids = next(after); !ids.isEmpty(); ids = next(passed.last())) {
            List<Repair> repairs = some(ids);
            repairs.forEach(onRepair);
            passed = passed.and(ids.size(), repairs.size(), ids.get(ids.size() - 1));
            progress.accept(passed);
        }
        return strays(passed, onRepair);
    }

    /** Those only that a check without locks finds to differ. */
    public CheckProgress onlyDifferent(RequestId after, Consumer<Repair> onRepair, Consumer<CheckProgress> progress) {
        List<RequestId> found = new ArrayList<>();
        CheckProgress passed = new LedgerCheck(database)
                .run(
                        after,
                        difference -> {
                            if (!found.contains(difference.requestId())) {
                                found.add(difference.requestId());
                            }
                        },
                        batch -> {
                            repair(found, onRepair);
                            progress.accept(batch);
                        });
        return strays(passed, onRepair);
    }

    /** One request. */
    public List<Repair> one(RequestId id) {
        return some(List.of(id));
    }

    private void repair(List<RequestId> found, Consumer<Repair> onRepair) {
        for (int from = 0; from < found.size(); from += AT_ONCE) {
            some(found.subList(from, Math.min(from + AT_ONCE, found.size()))).forEach(onRepair);
        }
        found.clear();
    }

    private List<RequestId> next(RequestId after) {
        try (Connection connection = database.connection()) {
            List<RequestId> ids = new StoredRequestReader(connection).after(after, AT_ONCE);
            connection.commit();
            return ids;
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    private List<Repair> some(List<RequestId> ids) {
        try {
            return together(ids);
        } catch (SQLException e) {
            if (SqlFault.of(e) != SqlFault.DATA) {
                throw new StoreUnavailable(e);
            }
        }
        // One of them cannot be written as it should be; the others can.
        List<Repair> repairs = new ArrayList<>();
        for (RequestId id : ids) {
            repairs.addAll(alone(id));
        }
        return repairs;
    }

    private List<Repair> alone(RequestId id) {
        try {
            return together(List.of(id));
        } catch (SQLException e) {
            if (SqlFault.of(e) != SqlFault.DATA) {
                throw new StoreUnavailable(e);
            }
            return differences(id).stream()
                    .map(difference -> Repair.notDone(difference, "Postgres refuses the row: " + e.getMessage()))
                    .toList();
        }
    }

    private List<Repair> together(List<RequestId> ids) throws SQLException {
        try (Connection connection = database.connection();
                Statement settings = connection.createStatement()) {
            settings.execute("set local lock_timeout = '" + LOCK_TIMEOUT + "'");
            StoredRequestReader reader = new StoredRequestReader(connection);
            reader.lock(ids);
            List<Repair> repairs = new ArrayList<>();
            Repairs repairer = new Repairs(connection);
            for (StoredRequest stored : reader.read(ids)) {
                repairs.addAll(repairer.repair(stored));
            }
            connection.commit();
            return repairs;
        }
    }

    private List<Difference> differences(RequestId id) {
        try (Connection connection = database.connection()) {
            List<Difference> differences = new ArrayList<>();
            new StoredRequestReader(connection)
                    .read(List.of(id))
                    .forEach(stored -> differences.addAll(Audit.of(stored).differences()));
            connection.commit();
            return differences;
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    private CheckProgress strays(CheckProgress passed, Consumer<Repair> onRepair) {
        try (Connection connection = database.connection()) {
            List<Repair> removed = new Repairs(connection).removeStrays();
            connection.commit();
            removed.forEach(onRepair);
            return passed.and(0, removed.size(), passed.last());
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }
}
