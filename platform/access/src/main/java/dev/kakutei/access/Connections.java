package dev.kakutei.access;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to Postgres: from a service's pool, or one for a single command. Without auto-commit. */
public interface Connections {
    Connection open() throws SQLException;
}
