package dev.kakutei.ingest.clearance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** SPEC H3: what Postgres has read from Kafka, Kafka must still have. */
class ComparisonTest {
    private static final TopicPartition ONE = new TopicPartition("ledger", 0);
    private static final TopicPartition TWO = new TopicPartition("ledger", 1);

    @Test
    void everythingIsWhereItWas_isNoProblem() {
        assertThat(Comparison.problem(
                        List.of(new PastMark(ONE, 5, "a"), new PastMark(TWO, 9, "b")),
                        new Comparison.Found(Map.of(ONE, 5L, TWO, 12L), Map.of(ONE, "a", TWO, "b")),
                        List.of()))
                .isEmpty();
    }

    @Test
    void topicEndsBeforeWhatWasRead_namesBoth() {
        assertThat(Comparison.problem(
                        List.of(new PastMark(ONE, 5, "a")), new Comparison.Found(Map.of(ONE, 4L), Map.of()), List.of()))
                .hasValueSatisfying(text -> assertThat(text).contains("ledger-0 ends at offset 4", "up to 5"));
    }

    @Test
    void topicIsGone_isALoss() {
        assertThat(Comparison.problem(
                        List.of(new PastMark(ONE, 5, "a")), new Comparison.Found(Map.of(), Map.of()), List.of()))
                .isPresent();
    }

    /** It lost its tail, and was written on since: by its length alone nothing would be seen. */
    @Test
    void anotherRecordInItsPlace_isALoss() {
        assertThat(Comparison.problem(
                        List.of(new PastMark(ONE, 5, "a")),
                        new Comparison.Found(Map.of(ONE, 9L), Map.of(ONE, "z")),
                        List.of()))
                .hasValueSatisfying(text -> assertThat(text).contains("another record at offset 4"));
        assertThat(Comparison.problem(
                        List.of(new PastMark(ONE, 5, "a")), new Comparison.Found(Map.of(ONE, 9L), Map.of()), List.of()))
                .as("no record there at all")
                .isPresent();
    }

    @Test
    void positionFromBeforeMarksWereKept_isJudgedByItsOffsetAlone() {
        assertThat(Comparison.problem(
                        List.of(new PastMark(ONE, 5, null)),
                        new Comparison.Found(Map.of(ONE, 5L), Map.of()),
                        List.of()))
                .isEmpty();
    }

    @Test
    void incident_aloneHalts() {
        assertThat(Comparison.problem(
                        List.of(), new Comparison.Found(Map.of(), Map.of()), List.of("the machine went down")))
                .contains("the machine went down");
    }

    @Test
    void manyProblems_areCountedAndNotAllNamed() {
        List<PastMark> marks = IntStream.range(0, 6)
                .mapToObj(i -> new PastMark(new TopicPartition("ledger", i), 5, "a"))
                .toList();

        assertThat(Comparison.problem(marks, new Comparison.Found(Map.of(), Map.of()), List.of()))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("ledger-2", "3 more").doesNotContain("ledger-3"));
    }
}
