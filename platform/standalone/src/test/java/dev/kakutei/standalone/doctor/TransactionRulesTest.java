package dev.kakutei.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.kakutei.standalone.transactions.HangingTransaction;
import dev.kakutei.standalone.transactions.OpenTransaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionRulesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
    private static final TopicPartition PARTITION = new TopicPartition("kakutei.ledger", 3);

    @Test
    void judge_hangingTransaction_isAMistakeThatSaysWhereAndWhatToDo() {
        HangingTransaction hanging = new HangingTransaction(
                new OpenTransaction(PARTITION, 7, 2, 41, 0, NOW.minusSeconds(300)), "kakutei.verifier-1");
        assertThat(TransactionRules.judge(new TransactionFacts(List.of(hanging), 12, Map.of(), 25), NOW))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(DoctorFinding.Level.MISTAKE);
                    assertThat(finding.subject()).isEqualTo("kakutei.ledger-3");
                    assertThat(finding.what()).contains("offset 41", "5 min", "producer 7 (kakutei.verifier-1)");
                    assertThat(finding.advice()).contains("./kakutei repair-transactions", "Do not abort");
                });
    }

    @ParameterizedTest
    @CsvSource({"0, false", "25, false", "26, true", "30, true"})
    void judge_versionOfTheBrokers_isNotedFrom41On(int version, boolean noted) {
        List<DoctorFinding> findings =
                TransactionRules.judge(new TransactionFacts(List.of(), 12, Map.of(), version), NOW);
        assertThat(findings.stream().anyMatch(finding -> finding.level() == DoctorFinding.Level.NOTE))
                .isEqualTo(noted);
    }

    @Test
    void judge_partitionsThatWeMayNotRead_areReportedOnce() {
        TransactionFacts facts = new TransactionFacts(
                List.of(), 12, Map.of(PARTITION, "not authorized", new TopicPartition("a", 0), "not authorized"), 25);
        assertThat(TransactionRules.judge(facts, NOW))
                .extracting(DoctorFinding::level, DoctorFinding::subject)
                .containsExactly(
                        tuple(DoctorFinding.Level.NOTE, "transactions"),
                        tuple(DoctorFinding.Level.GOOD, "transactions"));
    }
}
