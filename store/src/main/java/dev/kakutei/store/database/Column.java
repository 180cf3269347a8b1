package dev.kakutei.store.database;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;

/**
 * One column of a table, filled from a record.
 *
 * @param type of Postgres, by the name its arrays go under: {@code int4}, {@code timestamptz}
 * @param value an Integer for {@code int4}, a Boolean for {@code bool}; for any other type text, or anything whose
 *     {@code toString} Postgres reads as the type; null for null
 */
public record Column<T>(String name, String type, Function<T, Object> value) {
    public Column {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(value, "value");
    }
}
