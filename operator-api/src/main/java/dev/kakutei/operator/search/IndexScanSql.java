package dev.kakutei.operator.search;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A scan as two statements: what it finds among the first rows, and which row is the last of these. */
final class IndexScanSql {
    private static final String COLUMNS = Rows.names(LedgerRow.ALL);
    private static final String OTHERS = "request_id as id, "
            + LedgerRow.ALL.stream()
                    .map(Column::name)
                    .filter(name -> !name.equals("request_id") && !name.equals("accepted_at"))
                    .collect(Collectors.joining(", "));

    private final String verb;
    private final Search search;
    private final IndexScan scan;
    private final int rows;
    private final StringBuilder text = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    /** @param rows how many it may look at */
    IndexScanSql(Search search, IndexScan scan, int rows) {
        this(search, scan, rows, "");
    }

    /** @param verb before each statement: {@code explain}, say */
    IndexScanSql(Search search, IndexScan scan, int rows, String verb) {
        this.verb = verb;
        this.search = search;
        this.scan = scan;
        this.rows = rows;
    }

    /**
     * The inner statement scans and stops after so many rows; its limit keeps Postgres from mixing in the outer
     * conditions. The outer one stops it earlier when the page is full. One row more than the page shows that there is
     * a next one.
     */
    PreparedStatement finding(Connection connection) throws SQLException {
        begin("select " + COLUMNS + " from (select " + COLUMNS + " from "
                + (scan.along() == IndexScan.Along.OPEN
                        // The order is that of the open requests: their columns, not the ledger's, which are the same.
                        ? "ledger_open p join (select " + OTHERS + " from ledger) l on l.id = p.request_id"
                        : "ledger p"));
        place();
        add(" limit ?) as looked where true", rows);
        conditions();
        add(" order by accepted_at desc, request_id desc limit ?", search.limit() + 1);
        return prepared(connection);
    }

    /** The last of the rows that {@link #finding} may look at; none where there are fewer. */
    PreparedStatement lastLookedAt(Connection connection) throws SQLException {
        begin("select p.accepted_at, p.request_id from "
                + (scan.along() == IndexScan.Along.OPEN ? "ledger_open p" : "ledger p"));
        place();
        add(" offset ? limit 1", rows - 1);
        return prepared(connection);
    }

    private void begin(String start) {
        text.setLength(0);
        values.clear();
        text.append(verb).append(start);
    }

    private void place() {
        switch (scan.along()) {
            case TIME, OPEN -> text.append(" where true");
            case CLIENT -> add(" where p.client = ?", scan.value());
            case GATEWAY -> add(" where p.gateway = ?", scan.value());
            case OFF_PATH -> add(" where p.off_path = ?", scan.value());
        }
        addIfGiven(" and p.accepted_at >= ?", search.from());
        addIfGiven(" and p.accepted_at < ?", search.to());
        if (search.after() != null) {
            add(
                    " and (p.accepted_at, p.request_id) < (?, ?)",
                    search.after().acceptedAt(),
                    search.after().requestId().value());
        }
        text.append(" order by p.accepted_at desc, p.request_id desc");
    }

    private void conditions() {
        states();
        addIfGiven(" and pending_verification = ?", search.statuses().pendingVerification());
        addIfGiven(" and client = ?", scan.along() == IndexScan.Along.CLIENT ? null : search.client());
        addIfGiven(" and gateway = ?", scan.along() == IndexScan.Along.GATEWAY ? null : search.gateway());
        addIfGiven(" and currency = ?", search.currency());
        addIfGiven(" and amount >= ?", search.minAmount());
        addIfGiven(" and amount <= ?", search.maxAmount());
    }

    private void states() {
        Map<RequestKind, Set<Status>> scanned = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            Set<Status> states = scanned(kind);
            if (!states.isEmpty()) {
                scanned.put(kind, states);
            }
        }
        Set<Set<Status>> different = Set.copyOf(scanned.values());
        if (scanned.size() < RequestKind.values().length || different.size() > 1) {
            String join = " and (";
            for (Map.Entry<RequestKind, Set<Status>> each : scanned.entrySet()) {
                add(join + "kind = ? and state = any(?)", each.getKey().wire(), words(each.getValue()));
                join = " or ";
            }
            text.append(scanned.isEmpty() ? " and false" : ")");
            return;
        }
        Set<Status> wanted = different.iterator().next();
        if (wanted.size() < Status.values().length && scan.along() != IndexScan.Along.OFF_PATH) {
            add(" and state = any(?)", (Object) words(wanted));
        }
    }

    private Set<Status> scanned(RequestKind kind) {
        Set<Status> states = EnumSet.noneOf(Status.class);
        states.addAll(search.statuses().of(kind));
        states.retainAll(scan.states());
        return states;
    }

    private static String[] words(Set<Status> states) {
        return states.stream().map(Status::word).toArray(String[]::new);
    }

    private void addIfGiven(String condition, Object value) {
        if (value != null) {
            add(condition, value);
        }
    }

    private void add(String condition, Object... bound) {
        text.append(condition);
        values.addAll(List.of(bound));
    }

    private PreparedStatement prepared(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text.toString());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value instanceof String[] words) {
                statement.setArray(i + 1, connection.createArrayOf("text", words));
            } else if (value instanceof Instant instant) {
                statement.setObject(i + 1, instant.atOffset(ZoneOffset.UTC));
            } else {
                statement.setObject(i + 1, value);
            }
        }
        return statement;
    }
}
