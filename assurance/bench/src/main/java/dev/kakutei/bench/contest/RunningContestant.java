package dev.kakutei.bench.contest;

import dev.kakutei.bench.process.CpuTime;
import dev.kakutei.bench.process.Memory;
import dev.kakutei.bench.process.ServiceJvm;
import dev.kakutei.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A contestant that takes orders now.
 *
 * @param parts the part of the process that a thread works for, by its name
 * @param below what to close afterwards, where it is not the contestant's own
 */
public record RunningContestant(
        ResultQueries queries,
        ServiceJvm service,
        ProcessHandle postgres,
        Connection reading,
        int port,
        UnaryOperator<String> parts,
        TopicBytes topics,
        Optional<EmbeddedPostgres> below,
        Optional<ProofCommand> proving)
        implements AutoCloseable {
    public static final String POSTGRES = "postgres";
    private static final String COMPILER = "compiler";

    /**
     * The queries that read its results.
     *
     * @param openSql one boolean: whether something is on its way
     * @param settledSql key, gateway's key, microseconds, and where there are several its end
     */
    record ResultQueries(String openSql, String settledSql) {}

    public boolean open() throws SQLException {
        try (Statement statement = reading.createStatement();
                ResultSet found = statement.executeQuery(queries.openSql)) {
            found.next();
            return found.getBoolean(1);
        }
    }

    public List<SettledOrder> settled() throws SQLException {
        List<SettledOrder> all = new ArrayList<>();
        try (Statement statement = reading.createStatement();
                ResultSet found = statement.executeQuery(queries.settledSql)) {
            boolean named = found.getMetaData().getColumnCount() > 3;
            while (found.next()) {
                SettledOrder.End end =
                        named ? SettledOrder.End.valueOf(found.getString(4)) : SettledOrder.End.SUCCEEDED;
                all.add(new SettledOrder(found.getString(1), found.getString(2), found.getLong(3), end));
            }
        }
        return all;
    }

    /** Only for Kakutei: adds settled requests of long ago, until there are so many. Returns how many there are. */
    public long remember(int wanted) throws SQLException {
        return SettledHistory.fill(reading, wanted);
    }

    /** Milliseconds of CPU so far: of the process by its parts, and of Postgres. */
    public Map<String, Double> cpu() {
        Map<String, Double> all = new TreeMap<>(CpuTime.threads(service.pid(), parts));
        all.put(POSTGRES, CpuTime.withChildren(postgres));
        return all;
    }

    /** Milliseconds of CPU that the compiler has used so far. */
    public double compilerCpu() {
        return CpuTime.threads(service.pid(), parts).entrySet().stream()
                .filter(part -> part.getKey().endsWith(COMPILER))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Milliseconds of the whole process: threads that have ended are in it. */
    public double processCpu() {
        return CpuTime.of(service.pid());
    }

    /** Bytes written so far: to Postgres' WAL, and to each topic. */
    public Map<String, Long> written() throws SQLException {
        Map<String, Long> all = new LinkedHashMap<>();
        try (Statement statement = reading.createStatement();
                ResultSet found = statement.executeQuery("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")) {
            found.next();
            all.put("wal", found.getLong(1));
        }
        all.putAll(topics.now());
        return all;
    }

    /** Bytes of the tables with their indexes, the largest first. */
    public Map<String, Long> tables() throws SQLException {
        Map<String, Long> all = new LinkedHashMap<>();
        try (Statement statement = reading.createStatement();
                ResultSet found = statement.executeQuery(
                        "select relname, pg_total_relation_size(relid) from pg_stat_user_tables order by 2 desc limit 8")) {
            while (found.next()) {
                all.put(found.getString(1), found.getLong(2));
            }
        }
        return all;
    }

    /** Bytes of objects on the heap, whether they are still needed or not; not a number where it is not known. */
    public double heap() {
        return Memory.heap(service.pid());
    }

    public boolean provable() {
        return proving.isPresent();
    }

    /** Checks every promise from the records of all sides, and returns what was violated. */
    public List<String> prove() throws IOException, InterruptedException {
        return proving.orElseThrow().faults();
    }

    @Override
    public void close() throws SQLException {
        reading.close();
        service.close();
        below.ifPresent(EmbeddedPostgres::close);
    }
}
