package dev.kakutei.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresRulesTest {
    private static final Map<String, String> GOOD = Map.ofEntries(
            Map.entry("wal_level", "logical"),
            Map.entry("fsync", "on"),
            Map.entry("full_page_writes", "on"),
            Map.entry("synchronous_commit", "on"),
            Map.entry("max_replication_slots", "10"),
            Map.entry("max_wal_senders", "10"),
            Map.entry("wal_sender_timeout", "10000"),
            Map.entry("max_slot_wal_keep_size", "32768"),
            Map.entry("idle_replication_slot_timeout", "0"),
            Map.entry("max_connections", "200"),
            Map.entry("superuser_reserved_connections", "3"),
            Map.entry("server_encoding", "UTF8"),
            Map.entry("data_checksums", "on"));

    @Test
    void judge_asItShouldBe_hasNothingToSay() {
        assertThat(judge(GOOD, Duration.ofMillis(-200)))
                .allMatch(finding -> finding.level() == DoctorFinding.Level.GOOD);
    }

    @ParameterizedTest
    @CsvSource({
        "fsync, off, MISTAKE",
        "full_page_writes, off, MISTAKE",
        "synchronous_commit, off, MISTAKE",
        "wal_level, replica, MISTAKE",
        "max_wal_senders, 1, MISTAKE",
        "max_replication_slots, 2, NOTE",
        "wal_sender_timeout, 0, WARNING",
        "wal_sender_timeout, 60000, WARNING",
        "max_slot_wal_keep_size, -1, NOTE",
        "max_slot_wal_keep_size, 8192, MISTAKE",
        "max_slot_wal_keep_size, 9000, WARNING",
        "idle_replication_slot_timeout, 86400, WARNING",
        "max_connections, 20, WARNING",
        "server_encoding, LATIN1, MISTAKE",
        "data_checksums, off, NOTE"
    })
    void judge_oneSettingWrong_isOneFindingAboutIt(String name, String value, DoctorFinding.Level level) {
        Map<String, String> settings = new HashMap<>(GOOD);
        settings.put(name, value);
        assertThat(judge(settings, Duration.ZERO))
                .filteredOn(finding -> finding.level() != DoctorFinding.Level.GOOD)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo(name);
                    assertThat(finding.level()).isEqualTo(level);
                    assertThat(finding.advice()).isNotBlank();
                });
    }

    @ParameterizedTest
    @CsvSource({"PT0.9S, GOOD", "PT-2S, WARNING", "PT31S, MISTAKE"})
    void judge_clock_byHowFarItIsOff(Duration ahead, DoctorFinding.Level level) {
        assertThat(judge(GOOD, ahead))
                .filteredOn(finding -> finding.subject().equals("clock"))
                .extracting(DoctorFinding::level)
                .containsExactly(level);
    }

    private static List<DoctorFinding> judge(Map<String, String> settings, Duration ahead) {
        return PostgresRules.judge(new PostgresFacts(settings, 180_006, false, ahead, true, true, 2), 12, 8192);
    }
}
