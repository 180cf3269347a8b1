package dev.kakutei.standalone.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbandonedTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final TopicPartition HERE = new TopicPartition("kakutei.ledger", 0);
    private static final TopicPartition ELSEWHERE = new TopicPartition("kakutei.ledger", 1);
    private static final OpenTransaction OPEN = open(100, NOW);

    @ParameterizedTest
    @CsvSource({
        "ONGOING, true, false",
        "PREPARE_COMMIT, true, false",
        "PREPARE_ABORT, true, false",
        "PREPARE_EPOCH_FENCE, true, false",
        "UNKNOWN, false, false",
        "ONGOING, false, true",
        "PREPARE_COMMIT, false, true",
        "EMPTY, false, true",
        "COMPLETE_COMMIT, false, true",
        "COMPLETE_ABORT, false, true"
    })
    void among_whatTheCoordinatorSays_decides(TransactionState state, boolean lists, boolean hangs) {
        KnownTransaction known = new KnownTransaction("t", 7, state, Set.of(lists ? HERE : ELSEWHERE));
        assertThat(Abandoned.among(List.of(OPEN), List.of(known), List.of(OPEN), LONGEST, NOW))
                .hasSize(hangs ? 1 : 0);
    }

    @Test
    void among_endedOrBegunAgainMeanwhile_doesNotHang() {
        KnownTransaction known = new KnownTransaction("t", 7, TransactionState.COMPLETE_COMMIT, Set.of());
        assertThat(Abandoned.among(List.of(OPEN), List.of(known), List.of(), LONGEST, NOW))
                .isEmpty();
        assertThat(Abandoned.among(List.of(OPEN), List.of(known), List.of(open(140, NOW)), LONGEST, NOW))
                .isEmpty();
    }

    @Test
    void among_unknownProducer_isDecidedByTimeAlone() {
        OpenTransaction young = open(100, NOW.minus(LONGEST));
        OpenTransaction old = open(100, NOW.minus(LONGEST).minusMillis(1));
        assertThat(Abandoned.among(List.of(young), List.of(), List.of(young), LONGEST, NOW))
                .isEmpty();
        assertThat(Abandoned.among(List.of(old), List.of(), List.of(old), LONGEST, NOW))
                .containsExactly(new HangingTransaction(old, ""));
    }

    private static OpenTransaction open(long offset, Instant lastWritten) {
        return new OpenTransaction(HERE, 7, 3, offset, 0, lastWritten);
    }
}
