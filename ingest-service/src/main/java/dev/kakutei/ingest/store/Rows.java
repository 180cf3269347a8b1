package dev.kakutei.ingest.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Any number of records as the parameters of one statement: one array for each column. The statement's text is the same
 * for one record and for a thousand, so Postgres plans it once.
 */
public final class Rows {
    private Rows() {}

    /** {@code unnest(?, ?) as given(a, b)} */
    public static String given(List<? extends Column<?>> columns) {
        String marks = columns.stream().map(column -> "?").collect(Collectors.joining(", "));
        return "unnest(" + marks + ") as given(" + names(columns) + ")";
    }

    public static String names(List<? extends Column<?>> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    /** Returns the number of the next free parameter. */
    public static <T> int bind(PreparedStatement statement, int first, List<Column<T>> columns, List<T> records)
            throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            Column<T> column = columns.get(i);
            Object[] values = records.stream()
                    .map(record -> storable(column.value().apply(record)))
                    .toArray();
            statement.setArray(first + i, statement.getConnection().createArrayOf(column.type(), values));
        }
        return first + columns.size();
    }

    /**
     * Postgres holds no NUL in a text, and UTF-8 no half of a surrogate pair. What a gateway sent may have either, and
     * must not keep the outcome from being recorded.
     */
    public static String storable(Object value) {
        if (value == null) {
            return null;
        }
        String text = value.toString();
        boolean clean = IntStream.range(0, text.length()).noneMatch(i -> unstorable(text, i));
        if (clean) {
            return text;
        }
        StringBuilder cleaned = new StringBuilder(text);
        for (int i = 0; i < cleaned.length(); i++) {
            if (unstorable(text, i)) {
                cleaned.setCharAt(i, '\ufffd');
            }
        }
        return cleaned.toString();
    }

    private static boolean unstorable(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
        }
        return c == 0;
    }
}
