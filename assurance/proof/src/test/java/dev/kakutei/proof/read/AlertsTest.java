package dev.kakutei.proof.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.proof.AlertState;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.codec.Codecs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages and rows of alerts become the times at which they were open. */
class AlertsTest {
    private static final Instant START = Instant.parse("2026-11-16T12:00:00Z");
    private static final String SUBJECT = "contradiction/cards";

    @TempDir
    private Path folder;

    private final Findings findings = new Findings();

    @Test
    void compare_severalMessages_theLastOneSaysHowItIs() throws Exception {
        AlertPeriods periods;
        try (Alerts alerts = new Alerts(folder, findings)) {
            message(alerts, 0, 0, null);
            message(alerts, 0, 300, null);
            message(alerts, 0, 4_000, 4_000L);
            message(alerts, 9_000, 9_000, null);
            alerts.row(row(0, 4_000, 4_000L));
            alerts.row(row(9_000, 9_000, null));
            periods = alerts.compare(at(20_000));
        }
        assertThat(covers(periods, 0, 3_999)).isTrue();
        assertThat(covers(periods, 0, 4_001)).isFalse();
        assertThat(covers(periods, 9_000, 1_000_000)).isTrue();
        assertThat(findings.violations()).isZero();
        assertThat(findings.result(Promise.ALERTS_STORED).examined()).isEqualTo(2);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    /** A row may be all that is left of it, and may know more than the topic did when that was read. */
    @Test
    void compare_rowsThatKnowMore_count() {
        try (Alerts alerts = new Alerts(folder, findings)) {
            alerts.row(row(0, 100, 100L));
            message(alerts, 500, 500, null);
            alerts.row(row(500, 600, 600L));
            AlertPeriods periods = alerts.compare(at(20_000));
            assertThat(covers(periods, -1, 0)).isFalse();
            assertThat(covers(periods, 0, 100)).isTrue();
            assertThat(covers(periods, 0, 101)).isFalse();
            assertThat(covers(periods, 500, 600)).isTrue();
            assertThat(covers(periods, 500, 601)).isFalse();
        }
        assertThat(findings.violations()).isZero();
    }

    @Test
    void compare_aMessageWithoutItsRow_isFoundAndCoversAllTheSame() {
        try (Alerts alerts = new Alerts(folder, findings)) {
            message(alerts, 0, 0, null);
            assertThat(covers(alerts.compare(at(20_000)), 0, 500)).isTrue();
        }
        assertThat(findings.result(Promise.ALERTS_STORED).violations()).isEqualTo(1);
    }

    @Test
    void message_thatCannotBeRead_isAViolation() {
        try (Alerts alerts = new Alerts(folder, findings)) {
            alerts.message(new byte[] {1, 2}, "alerts-0@7");
            alerts.message(null, "alerts-0@8");
        }
        assertThat(findings.result(Promise.ALERTED).violations()).isEqualTo(2);
    }

    private static boolean covers(AlertPeriods periods, long beganBy, long openAt) {
        return periods.covers(SUBJECT, at(beganBy), at(openAt));
    }

    private static void message(Alerts alerts, long since, long seconds, Long resolved) {
        Alert alert = new Alert(
                "contradiction/r-1",
                Alert.Severity.HIGH,
                "contradiction",
                null,
                "cards",
                "x",
                at(seconds),
                SUBJECT + "@" + at(since),
                at(since),
                1L,
                resolved == null ? null : at(resolved));
        alerts.message(Codecs.ALERT.encode(alert), "alerts-0@1");
    }

    private static AlertState row(long since, long seconds, Long resolved) {
        return new AlertState(
                SUBJECT + "@" + at(since),
                "contradiction",
                "cards",
                at(since),
                at(seconds),
                resolved == null ? null : at(resolved));
    }

    private static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }
}
