package dev.kakutei.store.database;

import java.sql.SQLException;

/** Why a statement failed, by SQLSTATE. */
public enum SqlFault {
    /** What is in the rows: the same rows will fail again, others will not. */
    DATA,
    /** Two transactions collided: a retry works. */
    COLLISION,
    /** Postgres is unreachable, full, read-only, or misconfigured. */
    INFRASTRUCTURE;

    public static SqlFault of(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        if (state.equals("40001") || state.equals("40P01")) {
            return COLLISION;
        }
        // data exception, integrity violation, a row or index entry too large
        if (state.startsWith("22") || state.startsWith("23") || state.startsWith("54")) {
            return DATA;
        }
        return INFRASTRUCTURE;
    }
}
