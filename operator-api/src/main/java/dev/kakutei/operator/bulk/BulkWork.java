package dev.kakutei.operator.bulk;

import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.bulk.BulkItem.Ended;
import dev.kakutei.operator.search.SearchPage;
import dev.kakutei.schemas.RequestId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Jobs as a worker sees them. Whatever it writes is written only while the job is its own and running; a step that is
 * written is never taken again.
 *
 * @param worker this instance, since its start
 */
record BulkWork(BulkTable table, String worker, Duration lease) {
    static final String CHANGED = "the request has changed since the job was made, and before it was chosen";
    private static final String OURS = " where id = ? and worker = ? and state = 'running'";

    /** A job that is due and that no other worker holds; it is ours for the time of the lease. */
    Optional<BulkJob> take() {
        return table.with(connection -> {
            try (PreparedStatement update = connection.prepareStatement("update bulk_actions set worker = ?,"
                    + " worker_until = now() + ? * interval '1 ms' where id = (select id from bulk_actions"
                    + " where state = 'running' and next_at <= now()"
                    + " and (worker is null or worker = ? or worker_until < now())"
                    + " order by next_at limit 1 for update skip locked) returning " + BulkTable.COLUMNS)) {
                update.setString(1, worker);
                update.setLong(2, lease.toMillis());
                update.setString(3, worker);
                try (ResultSet row = update.executeQuery()) {
                    return row.next() ? Optional.of(BulkTable.read(row)) : Optional.empty();
                }
            }
        });
    }

    /**
     * Takes a page of what was found into the job, and remembers where the search goes on. What has changed since the job
     * was made is counted as refused at once: whoever requested the action cannot have seen it as it is now, however long
     * choosing took, or was put off.
     */
    void chosen(BulkJob job, SearchPage page, int max) {
        table.with(connection -> {
            if (!held(connection, job.id())) {
                return null;
            }
            int room = max - job.total();
            List<Entry> taken =
                    page.requests().subList(0, Math.min(room, page.requests().size()));
            boolean cut = taken.size() < page.requests().size()
                    || taken.size() == room && page.next().isPresent();
            boolean over = cut || page.next().isEmpty();
            Map<Boolean, List<Entry>> changed = taken.stream()
                    .collect(
                            Collectors.partitioningBy(entry -> entry.updatedAt().isAfter(job.createdAt())));
            int left = insert(connection, job.id(), changed.get(true), "'refused', '" + CHANGED + "'");
            int added = left + insert(connection, job.id(), changed.get(false), "'waiting', null");
            try (PreparedStatement update = connection.prepareStatement("update bulk_actions set total = total + ?,"
                    + " refused = refused + ?, selection_cursor = ?, selected = ?, cut = ?, updated_at = now()"
                    + OURS)) {
                update.setInt(1, added);
                update.setInt(2, left);
                update.setString(3, over ? null : page.next().get().text());
                update.setBoolean(4, over);
                update.setBoolean(5, cut);
                update.setObject(6, job.id());
                update.setString(7, worker);
                update.executeUpdate();
            }
            return null;
        });
    }

    List<BulkItem> next(BulkJob job, int max) {
        return table.with(connection -> {
            try (PreparedStatement query = connection.prepareStatement("select request_id, based_on, tries from"
                    + " bulk_action_items where job_id = ? and state = 'waiting' order by request_id limit ?")) {
                query.setObject(1, job.id());
                query.setInt(2, max);
                List<BulkItem> items = new ArrayList<>();
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        items.add(new BulkItem(
                                new RequestId(row.getObject(1, UUID.class)), row.getInt(2), row.getInt(3)));
                    }
                }
                return items;
            }
        });
    }

    /** Writes what became of some, and lets the job rest. Counted once, also when two instances come to know it. */
    void ended(BulkJob job, List<Ended> some, Duration rest) {
        table.with(connection -> {
            int[] counts = new int[BulkItem.Fate.values().length];
            try (PreparedStatement update = connection.prepareStatement("update bulk_action_items set state = ?,"
                    + " note = ?, tries = tries + 1 where job_id = ? and request_id = ? and state = 'waiting'")) {
                for (Ended one : some) {
                    update.setString(1, one.fate().word());
                    update.setString(2, one.note());
                    update.setObject(3, job.id());
                    update.setObject(4, one.item().request().value());
                    update.addBatch();
                }
                int[] changed = update.executeBatch();
                for (int i = 0; i < changed.length; i++) {
                    counts[some.get(i).fate().ordinal()] += changed[i];
                }
            }
            // Also when it is not ours any more: what was done was done.
            try (PreparedStatement update = connection.prepareStatement("update bulk_actions set done = done + ?,"
                    + " refused = refused + ?, failed = failed + ?, updated_at = now(),"
                    + " next_at = greatest(next_at, now() + ? * interval '1 ms') where id = ?")) {
                update.setInt(1, counts[BulkItem.Fate.DONE.ordinal()]);
                update.setInt(2, counts[BulkItem.Fate.REFUSED.ordinal()]);
                update.setInt(3, counts[BulkItem.Fate.FAILED.ordinal()]);
                update.setLong(4, rest.toMillis());
                update.setObject(5, job.id());
                update.executeUpdate();
            }
            return null;
        });
    }

    /** Not before this time has passed; it stays ours, or whose it has become. */
    void putOff(BulkJob job, Duration rest) {
        table.with(connection -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "update bulk_actions set next_at = greatest(next_at, now() + ? * interval '1 ms')" + OURS)) {
                update.setLong(1, rest.toMillis());
                update.setObject(2, job.id());
                update.setString(3, worker);
                return update.executeUpdate();
            }
        });
    }

    void over(BulkJob job) {
        table.with(connection -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "update bulk_actions set state = 'done', updated_at = now()" + OURS
                            + " and not exists (select 1 from bulk_action_items where job_id = ? and state = 'waiting')")) {
                update.setObject(1, job.id());
                update.setString(2, worker);
                update.setObject(3, job.id());
                return update.executeUpdate();
            }
        });
    }

    /** What is ours may be taken by others at once. */
    void letGo() {
        table.with(connection -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "update bulk_actions set worker = null, worker_until = null where worker = ?")) {
                update.setString(1, worker);
                return update.executeUpdate();
            }
        });
    }

    /** One job that ended long ago, with its items. */
    boolean removeOne(Duration age) {
        return table.with(connection -> {
            try (PreparedStatement delete = connection.prepareStatement("delete from bulk_actions where id ="
                    + " (select id from bulk_actions where state in ('done', 'cancelled')"
                    + " and created_at < now() - ? * interval '1 ms' and updated_at < now() - ? * interval '1 ms'"
                    + " order by created_at limit 1 for update skip locked)")) {
                delete.setLong(1, age.toMillis());
                delete.setLong(2, age.toMillis());
                return delete.executeUpdate() > 0;
            }
        });
    }

    private boolean held(Connection connection, UUID job) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select 1 from bulk_actions" + OURS + " and not selected for update")) {
            query.setObject(1, job);
            query.setString(2, worker);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    /** @param fate the state and the note they begin with, in SQL */
    private static int insert(Connection connection, UUID job, List<Entry> taken, String fate) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into bulk_action_items (job_id, request_id, based_on, state, note)"
                        + " select ?, id, seq, " + fate
                        + " from unnest(?::uuid[], ?::int[]) as taken (id, seq) on conflict do nothing")) {
            insert.setObject(1, job);
            insert.setArray(
                    2,
                    connection.createArrayOf(
                            "uuid",
                            taken.stream().map(entry -> entry.id().value()).toArray()));
            insert.setArray(
                    3,
                    connection.createArrayOf(
                            "int4", taken.stream().map(Entry::seq).toArray()));
            return insert.executeUpdate();
        }
    }
}
