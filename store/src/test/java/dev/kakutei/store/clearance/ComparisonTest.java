package dev.kakutei.store.clearance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/**
 * SPEC H3: what Postgres has read from Kafka, Kafka must still have; a recovery that Kafka knows of must be complete.
 */
class ComparisonTest {
    private static final TopicPartition ONE = new TopicPartition("ledger", 0);
    private static final TopicPartition TWO = new TopicPartition("ledger", 1);

    @Test
    void everythingIsWhereItWas_isNoProblem() {
        assertThat(problem(
                        List.of(new ReadPosition(ONE, 5, "a"), new ReadPosition(TWO, 9, "b")),
                        Map.of(ONE, 5L, TWO, 12L),
                        Map.of(ONE, "a", TWO, "b")))
                .isEmpty();
    }

    @Test
    void topicEndsBeforeWhatWasRead_namesBoth() {
        assertThat(problem(List.of(new ReadPosition(ONE, 5, "a")), Map.of(ONE, 4L), Map.of()))
                .hasValueSatisfying(text -> assertThat(text).contains("ledger-0 ends at offset 4", "up to 5"));
    }

    @Test
    void topicIsGone_isALoss() {
        assertThat(problem(List.of(new ReadPosition(ONE, 5, "a")), Map.of(), Map.of()))
                .isPresent();
    }

    /** It lost its tail, and was written on since: by its length alone nothing would be seen. */
    @Test
    void anotherRecordInItsPlace_isALoss() {
        List<ReadPosition> marks = List.of(new ReadPosition(ONE, 5, "a"));

        assertThat(problem(marks, Map.of(ONE, 9L), Map.of(ONE, "z")))
                .hasValueSatisfying(text -> assertThat(text).contains("another record at offset 4"));
        assertThat(problem(marks, Map.of(ONE, 9L), Map.of()))
                .as("no record there at all")
                .isPresent();
    }

    @Test
    void positionFromBeforeMarksWereKept_isJudgedByItsOffsetAlone() {
        assertThat(problem(List.of(new ReadPosition(ONE, 5, null)), Map.of(ONE, 5L), Map.of()))
                .isEmpty();
    }

    @Test
    void incident_aloneHalts() {
        assertThat(Comparison.problem(
                        new RecoveryTables.Known(0, List.of(), List.of("the machine went down"), false),
                        new Comparison.Found(0, Map.of(), Map.of())))
                .contains("the machine went down");
    }

    /** What was sent since that recovery, neither its old positions nor its old state know of. */
    @Test
    void kafkaKnowsOfALaterRecovery_isAProblemThatNamesBoth() {
        assertThat(recoveries(2, 3))
                .hasValueSatisfying(text -> assertThat(text).contains("knows of recovery 3", "number 2"));
        assertThat(recoveries(0, 1))
                .hasValueSatisfying(text -> assertThat(text).contains("knows of recovery 1", "none"));
    }

    @Test
    void postgresHasCompletedAsMany_isNoProblem() {
        assertThat(recoveries(3, 3)).isEmpty();
        assertThat(recoveries(3, 0)).as("Kafka is new").isEmpty();
    }

    @Test
    void partitionsThatLostNothing_areNotAmongTheLost() {
        assertThat(Comparison.lost(
                        List.of(new ReadPosition(ONE, 5, "a"), new ReadPosition(TWO, 9, "b")),
                        new Comparison.Found(7, Map.of(ONE, 4L, TWO, 9L), Map.of(TWO, "b"))))
                .containsExactly(ONE);
    }

    @Test
    void manyProblems_areCountedAndNotAllNamed() {
        List<ReadPosition> marks = IntStream.range(0, 6)
                .mapToObj(i -> new ReadPosition(new TopicPartition("ledger", i), 5, "a"))
                .toList();

        assertThat(problem(marks, Map.of(), Map.of()))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("ledger-2", "3 more").doesNotContain("ledger-3"));
    }

    private static Optional<String> problem(
            List<ReadPosition> marks, Map<TopicPartition, Long> ends, Map<TopicPartition, String> records) {
        return Comparison.problem(
                new RecoveryTables.Known(0, marks, List.of(), false), new Comparison.Found(0, ends, records));
    }

    private static Optional<String> recoveries(int completed, int inKafka) {
        return Comparison.problem(
                new RecoveryTables.Known(completed, List.of(), List.of(), false),
                new Comparison.Found(inKafka, Map.of(), Map.of()));
    }
}
