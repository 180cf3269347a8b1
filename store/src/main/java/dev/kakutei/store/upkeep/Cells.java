package dev.kakutei.store.upkeep;

import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.Rows;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A row as texts, column by column, spelt the same whether it was read or is to be written. Any row can be read so. */
final class Cells {
    private Cells() {}

    static <T> Map<String, String> read(ResultSet row, List<Column<T>> columns) throws SQLException {
        Map<String, String> cells = new HashMap<>();
        for (Column<T> column : columns) {
            cells.put(column.name(), read(row, column.name(), column.type()));
        }
        return cells;
    }

    static <T> Map<String, String> of(T record, List<Column<T>> columns) {
        Map<String, String> cells = new HashMap<>();
        for (Column<T> column : columns) {
            cells.put(column.name(), Rows.storable(column.value().apply(record)));
        }
        return cells;
    }

    private static String read(ResultSet row, String name, String type) throws SQLException {
        switch (type) {
            case "timestamptz" -> {
                OffsetDateTime moment = row.getObject(name, OffsetDateTime.class);
                return moment == null ? null : moment.toInstant().toString();
            }
            case "numeric" -> {
                BigDecimal number = row.getBigDecimal(name);
                return number == null ? null : number.toPlainString();
            }
            case "bool" -> {
                boolean truth = row.getBoolean(name);
                return row.wasNull() ? null : Boolean.toString(truth);
            }
            default -> {
                return row.getString(name);
            }
        }
    }
}
