package dev.kakutei.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.store.TestStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What goes into Postgres as arrays comes out as it was, whatever characters are in it. */
class RowsTest {
    private record Sample(String text, Integer number, Boolean flag, String moment, String json) {}

    private static final List<Column<Sample>> COLUMNS = List.of(
            new Column<>("a", "text", Sample::text),
            new Column<>("b", "int4", Sample::number),
            new Column<>("c", "bool", Sample::flag),
            new Column<>("d", "timestamptz", Sample::moment),
            new Column<>("e", "json", Sample::json),
            new Column<>("f", "int8", Sample::number));

    @Test
    void storable_anyText_losesOnlyWhatPostgresCannotHold() {
        assertThat(Rows.storable("plain")).isEqualTo("plain");
        assertThat(Rows.storable("a\u0000b")).isEqualTo("a\ufffdb");
        assertThat(Rows.storable("x\ud83dy")).isEqualTo("x\ufffdy");
        assertThat(Rows.storable("\ude00z")).isEqualTo("\ufffdz");
        assertThat(Rows.storable("end\ud83d")).isEqualTo("end\ufffd");
        assertThat(Rows.storable("\ud83d\ude00")).isEqualTo("\ud83d\ude00");
        assertThat(Rows.storable(null)).isNull();
    }

    @Test
    void bind_everyTypeWithNullsAndQuotes_comesBackAsItWas() throws Exception {
        List<Sample> samples = List.of(
                new Sample("{\"a\":\"\\\\,'}\"", 1, true, "2026-11-01T10:00:00.123Z", "{\"q\":\"\\\"\"}"),
                new Sample(null, null, null, null, null),
                new Sample("NULL", -7, false, "1970-01-01T00:00:00Z", "[]"),
                new Sample("", 2_000_000_000, true, null, "\"é✓\""));
        String sql = "select a, b, c, to_char(d at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS'), e::text, f from "
                + Rows.given(COLUMNS);
        List<String> found = new ArrayList<>();
        try (TestStore store = TestStore.open();
                Connection connection = store.database().connection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            Rows.bind(query, 1, COLUMNS, samples);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    found.add(Arrays.asList(
                                    row.getString(1),
                                    row.getObject(2),
                                    row.getObject(3),
                                    row.getString(4),
                                    row.getString(5),
                                    row.getObject(6))
                            .toString());
                }
            }
        }
        assertThat(found)
                .containsExactly(
                        "[{\"a\":\"\\\\,'}\", 1, true, 2026-11-01T10:00:00.123, {\"q\":\"\\\"\"}, 1]",
                        "[null, null, null, null, null, null]",
                        "[NULL, -7, false, 1970-01-01T00:00:00.000, [], -7]",
                        "[, 2000000000, true, null, \"é✓\", 2000000000]");
    }
}
