package dev.kakutei.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlertTest {
    /** Postgres rounds to microseconds, and would then have another time than the topic. */
    @Test
    void times_finerThanMilliseconds_areCutAtBirth() {
        Instant fine = Instant.parse("2026-11-18T13:21:24.507269306Z");
        Instant whole = Instant.parse("2026-11-18T13:21:24.507Z");
        Alert alert = new Alert(
                "id", Alert.Severity.HIGH, "stores_disagree", null, null, "summary", fine, "alarm", fine, 1L, fine);
        assertThat(alert.at()).isEqualTo(whole);
        assertThat(alert.since()).isEqualTo(whole);
        assertThat(alert.resolvedAt()).isEqualTo(whole);
    }

    @Test
    void times_thatAreNotThere_stayAway() {
        Alert alert = new Alert("id", Alert.Severity.LOW, "contradicted", null, null, "summary", Instant.EPOCH);
        assertThat(alert.since()).isNull();
        assertThat(alert.resolvedAt()).isNull();
    }
}
