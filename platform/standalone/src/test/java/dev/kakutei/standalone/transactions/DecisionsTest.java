package dev.kakutei.standalone.transactions;

import static org.apache.kafka.common.requests.TransactionResult.ABORT;
import static org.apache.kafka.common.requests.TransactionResult.COMMIT;
import static org.apache.kafka.coordinator.transaction.TransactionState.COMPLETE_ABORT;
import static org.apache.kafka.coordinator.transaction.TransactionState.COMPLETE_COMMIT;
import static org.apache.kafka.coordinator.transaction.TransactionState.EMPTY;
import static org.apache.kafka.coordinator.transaction.TransactionState.ONGOING;
import static org.apache.kafka.coordinator.transaction.TransactionState.PREPARE_ABORT;
import static org.apache.kafka.coordinator.transaction.TransactionState.PREPARE_COMMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.TransactionResult;
import org.apache.kafka.coordinator.transaction.TransactionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Version 2 gives each transaction an epoch, and its markers the next one; before, all of a producer have the same. */
class DecisionsTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final TopicPartition HERE = new TopicPartition("kakutei.ledger", 0);
    private static final TopicPartition ELSEWHERE = new TopicPartition("kakutei.ledger", 1);
    private static final long PRODUCER = 7;
    private static final int V1 = 1;
    private static final int V2 = 2;

    static Stream<Arguments> known() {
        return Stream.of(
                arguments("committed", 5, 5, COMMIT, 6, List.of(on(V2, 5), prepared(V2, 6, HERE), done(V2, 6))),
                arguments(
                        "aborted",
                        5,
                        5,
                        ABORT,
                        6,
                        List.of(on(V2, 5), e(V2, 6, PREPARE_ABORT, HERE), e(V2, 6, COMPLETE_ABORT))),
                arguments(
                        "aborted after its time, the epoch raised twice",
                        5,
                        5,
                        ABORT,
                        7,
                        List.of(on(V2, 5), e(V2, 7, PREPARE_ABORT, HERE), e(V2, 7, COMPLETE_ABORT))),
                arguments(
                        "later transactions elsewhere, and a restart",
                        5,
                        5,
                        COMMIT,
                        6,
                        List.of(
                                on(V2, 5),
                                prepared(V2, 6, HERE),
                                done(V2, 6),
                                e(V2, 6, ONGOING, ELSEWHERE),
                                e(V2, 7, PREPARE_ABORT, ELSEWHERE),
                                e(V2, 7, COMPLETE_ABORT),
                                e(V2, 8, EMPTY))),
                arguments(
                        "at work elsewhere",
                        5,
                        5,
                        COMMIT,
                        6,
                        List.of(on(V2, 5), prepared(V2, 6, HERE), done(V2, 6), e(V2, 6, ONGOING, ELSEWHERE))),
                arguments("only its end is left", 5, 5, COMMIT, 6, List.of(done(V2, 6))),
                arguments(
                        "two as one, decided alike",
                        5,
                        6,
                        COMMIT,
                        7,
                        List.of(
                                on(V2, 5),
                                prepared(V2, 6, HERE),
                                done(V2, 6),
                                on(V2, 6),
                                prepared(V2, 7, HERE),
                                done(V2, 7))),
                arguments(
                        "epochs used up",
                        Short.MAX_VALUE - 1,
                        Short.MAX_VALUE - 1,
                        COMMIT,
                        (int) Short.MAX_VALUE,
                        List.of(
                                on(V2, Short.MAX_VALUE - 1),
                                prepared(V2, Short.MAX_VALUE, HERE),
                                entry(V2, PRODUCER + 1, PRODUCER, 0, COMPLETE_COMMIT, T0))),
                arguments(
                        "version 1, committed",
                        5,
                        5,
                        COMMIT,
                        5,
                        List.of(on(V1, 5), prepared(V1, 5, HERE), done(V1, 5))),
                arguments(
                        "version 1, an earlier one long ago was aborted",
                        5,
                        5,
                        COMMIT,
                        5,
                        List.of(
                                entry(V1, PRODUCER, -1, 5, PREPARE_ABORT, T0.minusSeconds(600), HERE),
                                entry(V1, PRODUCER, -1, 5, COMPLETE_ABORT, T0.minusSeconds(600)),
                                on(V1, 5),
                                prepared(V1, 5, HERE),
                                done(V1, 5))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("known")
    void of_decisionInTheLog_isTheMarker(
            String story, int firstEpoch, int epoch, TransactionResult result, int markerEpoch, List<LogEntry> log) {
        assertThat(decide(firstEpoch, epoch, log)).isInstanceOfSatisfying(MarkerDecision.Marker.class, marker -> {
            assertThat(marker.result()).isEqualTo(result);
            assertThat((int) marker.epoch()).isEqualTo(markerEpoch);
        });
    }

    static Stream<Arguments> unknown() {
        return Stream.of(
                arguments("nothing left", 5, 5, "nothing of this producer", List.of()),
                arguments(
                        "another's",
                        5,
                        5,
                        "nothing of this producer",
                        List.of(entry(V2, PRODUCER + 1, -1, 6, COMPLETE_COMMIT, T0))),
                arguments("only a restart is left", 5, 5, "goes back to", List.of(e(V2, 8, EMPTY))),
                arguments(
                        "only a later one is left",
                        5,
                        5,
                        "goes back to",
                        List.of(e(V2, 6, ONGOING, ELSEWHERE), prepared(V2, 7, ELSEWHERE), done(V2, 7))),
                arguments("only a later end is left", 5, 5, "goes back to", List.of(done(V2, 7))),
                arguments("version 1, only an end is left", 5, 5, "goes back to", List.of(done(V1, 5))),
                arguments("being decided", 5, 5, "at work on it", List.of(on(V2, 5))),
                arguments("being written", 5, 5, "at work on it", List.of(on(V2, 5), prepared(V2, 6, HERE))),
                arguments(
                        "the last one here is another",
                        5,
                        5,
                        "epoch 4",
                        List.of(on(V2, 4), prepared(V2, 5, HERE), done(V2, 5))),
                arguments(
                        "two as one, decided differently",
                        5,
                        6,
                        "some were committed, others aborted",
                        List.of(
                                on(V2, 5),
                                e(V2, 6, PREPARE_ABORT, HERE),
                                e(V2, 6, COMPLETE_ABORT),
                                on(V2, 6),
                                prepared(V2, 7, HERE),
                                done(V2, 7))),
                arguments(
                        "two as one, the first forgotten",
                        5,
                        6,
                        "does not go back to the first",
                        List.of(on(V2, 6), prepared(V2, 7, HERE), done(V2, 7))),
                arguments(
                        "version 1, another just before was aborted",
                        5,
                        5,
                        "some were committed, others aborted",
                        List.of(
                                e(V1, 5, PREPARE_ABORT, HERE),
                                e(V1, 5, COMPLETE_ABORT),
                                on(V1, 5),
                                prepared(V1, 5, HERE),
                                done(V1, 5))),
                arguments(
                        "version 1, at work elsewhere",
                        5,
                        5,
                        "stop it first",
                        List.of(on(V1, 5), prepared(V1, 5, HERE), done(V1, 5), e(V1, 5, ONGOING, ELSEWHERE))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unknown")
    void of_decisionNotCertain_saysWhyAndNothingElse(
            String story, int firstEpoch, int epoch, String why, List<LogEntry> log) {
        assertThat(decide(firstEpoch, epoch, log))
                .isInstanceOfSatisfying(
                        MarkerDecision.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains(why));
    }

    @Test
    void of_recordOfAnotherProducer_isUnknown() {
        MarkerDecision decision =
                Decisions.of(open(5), new FirstBatch(PRODUCER + 1, (short) 5, T0), List.of(done(V2, 6)));
        assertThat(decision).isInstanceOf(MarkerDecision.Unknown.class);
    }

    private static MarkerDecision decide(int firstEpoch, int epoch, List<LogEntry> log) {
        return Decisions.of(open(epoch), new FirstBatch(PRODUCER, (short) firstEpoch, T0), log);
    }

    private static OpenTransaction open(int epoch) {
        return new OpenTransaction(HERE, PRODUCER, epoch, 100, 0, T0);
    }

    private static LogEntry on(int version, int epoch) {
        return e(version, epoch, ONGOING, HERE);
    }

    private static LogEntry prepared(int version, int epoch, TopicPartition partition) {
        return e(version, epoch, PREPARE_COMMIT, partition);
    }

    private static LogEntry done(int version, int epoch) {
        return e(version, epoch, COMPLETE_COMMIT);
    }

    private static LogEntry e(int version, int epoch, TransactionState state, TopicPartition... partitions) {
        return entry(version, PRODUCER, -1, epoch, state, T0, partitions);
    }

    private static LogEntry entry(
            int version,
            long producer,
            long previous,
            int epoch,
            TransactionState state,
            Instant at,
            TopicPartition... partitions) {
        return new LogEntry("t", producer, previous, (short) epoch, state, Set.of(partitions), at, at, (short) version);
    }
}
