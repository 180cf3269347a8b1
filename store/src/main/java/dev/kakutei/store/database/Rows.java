package dev.kakutei.store.database;

import dev.kakutei.schemas.codec.Instants;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Any number of records as the parameters of one statement: one array for each column. The statement's text is the same
 * for one record and for a thousand, so Postgres plans it once.
 */
public final class Rows {
    private Rows() {}

    /**
     * The records as a table {@code given} with these columns. Most values travel as text in binary arrays and are cast
     * there: the text of an array would have every quote of a JSON document escaped, and searched for again.
     */
    public static String given(List<? extends Column<?>> columns) {
        String marks = columns.stream().map(column -> "?").collect(Collectors.joining(", "));
        String casts = columns.stream().map(Rows::cast).collect(Collectors.joining(", "));
        return "(select " + casts + " from unnest(" + marks + ") as raw(" + names(columns) + ")) as given";
    }

    public static String names(List<? extends Column<?>> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    /** Returns the number of the next free parameter. */
    public static <T> int bind(PreparedStatement statement, int first, List<Column<T>> columns, List<T> records)
            throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            Column<T> column = columns.get(i);
            String sent = sentAs(column.type());
            Object[] values = switch (sent) {
                case "int4" -> new Integer[records.size()];
                case "bool" -> new Boolean[records.size()];
                default -> new String[records.size()];
            };
            for (int j = 0; j < values.length; j++) {
                Object value = column.value().apply(records.get(j));
                values[j] = sent.equals("text") ? storable(value) : value;
            }
            statement.setArray(first + i, statement.getConnection().createArrayOf(sent, values));
        }
        return first + columns.size();
    }

    private static String cast(Column<?> column) {
        return sentAs(column.type()).equals(column.type())
                ? column.name()
                : column.name() + "::" + column.type() + " as " + column.name();
    }

    private static String sentAs(String type) {
        return type.equals("int4") || type.equals("bool") ? type : "text";
    }

    /**
     * Postgres holds no NUL in a text, and UTF-8 no half of a surrogate pair. What a gateway sent may have either, and
     * must not keep the outcome from being recorded.
     */
    public static String storable(Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof Instant instant) {
            return Instants.text(instant);
        }
        String text = value.toString();
        int first = 0;
        while (first < text.length() && !unstorable(text, first)) {
            first++;
        }
        if (first == text.length()) {
            return text;
        }
        StringBuilder cleaned = new StringBuilder(text);
        for (int i = first; i < cleaned.length(); i++) {
            if (unstorable(text, i)) {
                cleaned.setCharAt(i, '\ufffd');
            }
        }
        return cleaned.toString();
    }

    private static boolean unstorable(String text, int i) {
        char c = text.charAt(i);
        if (c != 0 && c < Character.MIN_SURROGATE) {
            return false;
        }
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
        }
        return c == 0;
    }
}
