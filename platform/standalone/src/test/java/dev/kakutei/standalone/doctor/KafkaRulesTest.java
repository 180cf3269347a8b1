package dev.kakutei.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaRulesTest {
    private static final Topics TOPICS = new Topics("kakutei.", 6);
    private static final List<Topic<?>> OURS = List.of(TOPICS.ledger());
    private static final Map<String, String> BROKER = Map.of(
            "auto.create.topics.enable", "false",
            "offsets.retention.minutes", "43200",
            "min.insync.replicas", "2",
            "offsets.topic.replication.factor", "3",
            "transaction.state.log.replication.factor", "3",
            "transaction.state.log.min.isr", "2");
    private static final Map<String, String> TOPIC = Map.of(
            "min.insync.replicas", "2",
            "cleanup.policy", "delete",
            "retention.ms", "-1",
            "retention.bytes", "-1",
            "unclean.leader.election.enable", "false",
            "max.message.bytes", "1048588");

    @Test
    void judge_asItShouldBe_hasNothingToSay() {
        assertThat(judge(BROKER, 3, Set.of(), TOPIC)).allMatch(finding -> finding.level() == DoctorFinding.Level.GOOD);
    }

    @ParameterizedTest
    @CsvSource({
        "min.insync.replicas, 1, MISTAKE",
        "min.insync.replicas, 3, WARNING",
        "min.insync.replicas, 4, MISTAKE",
        "cleanup.policy, 'compact,delete', MISTAKE",
        "retention.ms, 604800000, MISTAKE",
        "retention.bytes, 1, MISTAKE",
        "unclean.leader.election.enable, true, MISTAKE",
        "max.message.bytes, 1000, MISTAKE"
    })
    void judge_oneSettingOfATopicWrong_isOneFindingAboutIt(String name, String value, DoctorFinding.Level level) {
        Map<String, String> settings = new HashMap<>(TOPIC);
        settings.put(name, value);
        assertThat(bad(judge(BROKER, 3, Set.of(), settings))).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("kakutei.ledger");
            assertThat(finding.level()).isEqualTo(level);
            assertThat(finding.advice()).contains(name);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "auto.create.topics.enable, true, NOTE",
        "offsets.retention.minutes, 10080, WARNING",
        "offsets.topic.replication.factor, 2, WARNING",
        "min.insync.replicas, 1, MISTAKE",
        "transaction.state.log.replication.factor, 1, WARNING",
        "transaction.state.log.min.isr, 1, MISTAKE"
    })
    void judge_oneSettingOfTheBrokersWrong_isOneFindingAboutIt(String name, String value, DoctorFinding.Level level) {
        Map<String, String> settings = new HashMap<>(BROKER);
        settings.put(name, value);
        assertThat(bad(judge(settings, 3, Set.of(), TOPIC))).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo(name);
            assertThat(finding.level()).isEqualTo(level);
        });
    }

    @Test
    void judge_fewerBrokersThanCopies_isAMistake() {
        assertThat(bad(judge(BROKER, 2, Set.of(), TOPIC)))
                .extracting(DoctorFinding::subject, DoctorFinding::level)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("topics.replication", DoctorFinding.Level.MISTAKE));
    }

    @Test
    void judge_copiesBehindAndRightsMissing_areReported() {
        KafkaFacts facts = new KafkaFacts(
                3,
                BROKER,
                Map.of("kakutei.ledger", new KafkaFacts.TopicFacts(6, 3, Set.of(1, 4), TOPIC)),
                Map.of(),
                Set.of(),
                List.of("WRITE on topic kakutei.ledger"));
        assertThat(bad(KafkaRules.judge(facts, config(), OURS)))
                .extracting(DoctorFinding::what)
                .containsExactly(
                        "we may not WRITE on topic kakutei.ledger", "2 partitions have copies that are behind");
    }

    private static List<DoctorFinding> bad(List<DoctorFinding> findings) {
        return findings.stream()
                .filter(finding -> finding.level() != DoctorFinding.Level.GOOD)
                .toList();
    }

    private static List<DoctorFinding> judge(
            Map<String, String> broker, int brokers, Set<Integer> behind, Map<String, String> topic) {
        return KafkaRules.judge(
                new KafkaFacts(
                        brokers,
                        broker,
                        Map.of("kakutei.ledger", new KafkaFacts.TopicFacts(6, 3, behind, topic)),
                        Map.of(),
                        Set.of(),
                        List.of()),
                config(),
                OURS);
    }

    private static KafkaConfig config() {
        return new KafkaConfig("k:1", TOPICS, 3);
    }
}
