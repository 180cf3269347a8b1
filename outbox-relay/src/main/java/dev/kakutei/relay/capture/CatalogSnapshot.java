package dev.kakutei.relay.capture;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * What PostgreSQL holds for the capture at one moment: tables and publication by the snapshot of one statement.
 *
 * <p>{@code to_regclass} and {@code pg_publication_tables} are not used, because they look at newer catalogs than the
 * statement's snapshot: when a migration commits in between, they show a table beside a publication that lacks it. The
 * slots are not in a catalog, and are as new as can be. That does no harm: the migrations make the slot before the last
 * table, so a snapshot with the tables has the slot.
 *
 * @param present which of the relay's tables exist
 * @param publication empty where there is none of that name
 * @param slot empty where there is none of that name
 */
record CatalogSnapshot(
        String database, boolean replica, Set<String> present, Optional<Publication> publication, Optional<Slot> slot) {

    /** Columns that older servers do not have are read through JSON, where a missing one is null. */
    private static final String READ = """
            select current_database() as this_database,
                   pg_is_in_recovery() as replica,
                   s.slot_name, s.slot_type, s.plugin, s.database, s.temporary, s.active, s.active_pid, s.wal_status,
                   to_jsonb(s) ->> 'invalidation_reason' as invalidation_reason,
                   p.pubname, p.pubinsert, p.pubupdate or p.pubdelete or p.pubtruncate as publishes_more,
                   t.present, t.published, t.filters_rows
              from (values (1)) as one
              left join pg_replication_slots s on s.slot_name = ?
              left join pg_publication p on p.pubname = ?
              left join lateral (
                     select array_agg(c.relname::text) as present,
                            array_agg(c.relname::text) filter (
                                where c.relpersistence = 'p' and (c.relkind = 'r' or p.pubviaroot)
                                  and (p.puballtables or r.oid is not null or %s)) as published,
                            bool_or(to_jsonb(r) ->> 'prqual' is not null) as filters_rows
                       from pg_class c
                       join pg_namespace n on n.oid = c.relnamespace
                       left join pg_publication_rel r on r.prpubid = p.oid and r.prrelid = c.oid
                      where n.nspname = ? and c.relname in (?, ?) and c.relkind in ('r', 'p')) t on true
            """;

    /** Since PostgreSQL 15 a publication can have all tables of a schema. */
    private static final String BY_SCHEMA =
            "exists (select 1 from pg_publication_namespace x where x.pnpubid = p.oid and x.pnnspid = n.oid)";

    CatalogSnapshot {
        present = Set.copyOf(present);
    }

    /** @param tables which of the relay's tables it publishes */
    record Publication(Set<String> tables, boolean filtersRows, boolean inserts, boolean moreThanInserts) {
        Publication {
            tables = Set.copyOf(tables);
        }
    }

    /**
     * @param activePid the server process that reads through it; 0 for none
     * @param invalidation why its log is gone; empty while it is whole
     */
    record Slot(
            String type,
            String plugin,
            String database,
            boolean temporary,
            boolean active,
            int activePid,
            Optional<String> invalidation) {}

    static CatalogSnapshot read(Connection connection, String slot) throws SQLException {
        boolean schemas = connection.getMetaData().getDatabaseMajorVersion() >= 15;
        try (PreparedStatement query =
                connection.prepareStatement(String.format(READ, schemas ? BY_SCHEMA : "false"))) {
            query.setString(1, slot);
            query.setString(2, CaptureConfig.PUBLICATION);
            query.setString(3, CaptureConfig.SCHEMA);
            query.setString(4, CaptureConfig.TABLE);
            query.setString(5, CaptureConfig.CANARIES);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new CatalogSnapshot(
                        row.getString("this_database"),
                        row.getBoolean("replica"),
                        names(row.getArray("present")),
                        publication(row),
                        slot(row));
            }
        }
    }

    private static Optional<Publication> publication(ResultSet row) throws SQLException {
        return row.getString("pubname") == null
                ? Optional.empty()
                : Optional.of(new Publication(
                        names(row.getArray("published")),
                        row.getBoolean("filters_rows"),
                        row.getBoolean("pubinsert"),
                        row.getBoolean("publishes_more")));
    }

    private static Optional<Slot> slot(ResultSet row) throws SQLException {
        if (row.getString("slot_name") == null) {
            return Optional.empty();
        }
        String reason = row.getString("invalidation_reason");
        boolean lost = "lost".equals(row.getString("wal_status"));
        return Optional.of(new Slot(
                row.getString("slot_type"),
                row.getString("plugin"),
                row.getString("database"),
                row.getBoolean("temporary"),
                row.getBoolean("active"),
                row.getInt("active_pid"),
                Optional.ofNullable(reason == null && lost ? "wal_status lost" : reason)));
    }

    private static Set<String> names(Array array) throws SQLException {
        return array == null ? Set.of() : Set.of((String[]) array.getArray());
    }
}
