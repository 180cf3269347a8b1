package dev.kakutei.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The topics that hold the senders' position and the state of transactions. */
class InternalTopicRulesTest {
    private static final String OFFSETS = "__consumer_offsets";
    private static final String TRANSACTIONS = "__transaction_state";

    @ParameterizedTest(name = "{0} brokers, {1} copies, min.insync.replicas {2}: {3}")
    @CsvSource(textBlock = """
            2, 1, 1, 'WARNING MISTAKE'
            2, 2, 1, 'WARNING MISTAKE'
            2, 2, 2, 'WARNING'
            3, 1, 1, 'WARNING MISTAKE'
            3, 2, 2, 'WARNING'
            3, 3, 1, 'MISTAKE'
            3, 3, 2, 'GOOD'
            5, 3, 2, 'GOOD'
            """)
    void judge_topicThatIsThere_isJudgedByItsCopiesAndWhatCountsAsWritten(
            int brokers, int copies, String inSync, String levels) {
        KafkaFacts.TopicFacts topic =
                new KafkaFacts.TopicFacts(50, copies, Set.of(), Map.of("min.insync.replicas", inSync));
        List<DoctorFinding> found = judge(brokers, Map.of(OFFSETS, topic, TRANSACTIONS, topic), Set.of());

        for (String name : List.of(OFFSETS, TRANSACTIONS)) {
            assertThat(found.stream()
                            .filter(finding -> finding.subject().equals(name))
                            .map(finding -> finding.level().name()))
                    .containsExactly(levels.split(" "));
        }
        assertThat(found)
                .filteredOn(finding -> finding.level() == DoctorFinding.Level.MISTAKE)
                .allSatisfy(finding -> assertThat(finding.advice())
                        .contains("--entity-name " + finding.subject() + " --add-config min.insync.replicas=2"));
        assertThat(found)
                .filteredOn(finding -> finding.level() == DoctorFinding.Level.WARNING)
                .allSatisfy(finding -> assertThat(finding.advice()).contains("replication.factor=3"));
    }

    @Test
    void judge_oneBroker_isANoteAndNoFailure() {
        KafkaFacts.TopicFacts topic = new KafkaFacts.TopicFacts(50, 1, Set.of(), Map.of("min.insync.replicas", "1"));

        assertThat(judge(1, Map.of(OFFSETS, topic), Set.of())).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(DoctorFinding.Level.NOTE);
            assertThat(finding.what()).contains(OFFSETS, TRANSACTIONS);
        });
    }

    @Test
    void judge_topicsThatMayNotBeSeen_areNotJudgedByTheBrokersSettings() {
        assertThat(judge(3, Map.of(), Set.of(OFFSETS, TRANSACTIONS)))
                .hasSize(2)
                .allMatch(finding -> finding.level() == DoctorFinding.Level.NOTE)
                .allMatch(finding -> finding.advice().contains("DESCRIBE"));
    }

    private static List<DoctorFinding> judge(
            int brokers, Map<String, KafkaFacts.TopicFacts> internal, Set<String> unseen) {
        Map<String, String> broker = Map.of(
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "min.insync.replicas", "1");
        DoctorFindings found = new DoctorFindings(DoctorFinding.Server.KAFKA);
        InternalTopicRules.judge(new KafkaFacts(brokers, broker, Map.of(), internal, unseen, List.of()), found);
        return found.all();
    }
}
