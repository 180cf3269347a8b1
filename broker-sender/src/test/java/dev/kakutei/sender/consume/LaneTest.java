package dev.kakutei.sender.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.clearance.ClearanceSource;
import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.gateway.Limits;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.limit.CallHealth;
import dev.kakutei.sender.limit.CallLimiter;
import dev.kakutei.sender.limit.WaitReason;
import dev.kakutei.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** The order of things in a lane, turn by turn: read, commit, act. */
class LaneTest {
    private static final SenderGroup GROUP = new SenderGroup(new KafkaConfig("k:1", new Topics("t.", 1), 1), "gw");
    private static final TopicPartition PARTITION = GROUP.partitions().get(0);
    private static final LaneConfig CONFIG = new LaneConfig(GROUP.kafka(), "gw", "test", 100);

    /** What happened, in order. */
    private final List<String> history = new ArrayList<>();

    private final List<CompletableFuture<CallHealth>> calls = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private CompletableFuture<Void> reported = CompletableFuture.completedFuture(null);
    private RuntimeException commitFailure;
    /** The first offset of the last hours; null where there is none. */
    private Long recent;

    /** How far the wall clock is set forward; commands are issued by the real one. */
    private Duration ahead = Duration.ZERO;

    private CallLimiter limiter;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>(AutoOffsetResetStrategy.NONE.name()) {
        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            if (commitFailure != null) {
                history.add("commit failed");
                throw commitFailure;
            }
            history.add("commit " + offsets.get(PARTITION).offset());
            super.commitSync(offsets, timeout);
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
            return recent == null ? Map.of() : Map.of(PARTITION, new OffsetAndTimestamp(recent, 0));
        }
    };

    private final LaneEvents events = new LaneEvents() {
        @Override
        public void quarantined(String gateway) {
            history.add("quarantined");
        }

        @Override
        public void repeated(String gateway) {
            history.add("repeated");
        }

        @Override
        public void commitFailed(String gateway) {
            history.add("failure counted");
        }

        @Override
        public void positionLost(String gateway) {
            history.add("lost");
        }

        @Override
        public void notSent(String gateway, WaitReason reason) {
            history.add("held by " + reason);
        }
    };

    private final CommandHandler handler = new CommandHandler() {
        @Override
        public CompletionStage<CallHealth> carryOut(Command command, CommandDeadline deadline) {
            history.add(command instanceof Command.Send send ? "act " + send.attempt() : "ask");
            CompletableFuture<CallHealth> call = new CompletableFuture<>();
            calls.add(call);
            return call;
        }

        @Override
        public CompletionStage<?> reportNotSent(Command command, Answer why) {
            history.add("away " + ((Command.Send) command).attempt() + " " + why.code());
            answers.add(why);
            return reported;
        }

        @Override
        public CompletionStage<?> reportUnknown(Command.Send command, Outcome.Unknown why) {
            history.add("unknown " + command.attempt() + " " + why.answer().code());
            return reported;
        }
    };

    private boolean cleared = true;

    private final ClearanceSource clearance = new ClearanceSource() {
        @Override
        public long ask() {
            return 1;
        }

        @Override
        public boolean covers(long request, int recovery) {
            return cleared;
        }

        @Override
        public OptionalInt recovery() {
            return OptionalInt.of(0);
        }
    };

    private Lane lane(int concurrency) {
        return lane(new Limits(concurrency, null, null), handler);
    }

    private Lane lane(Limits limits, CommandHandler carrying) {
        limiter = new CallLimiter(limits, state -> {});
        return new Lane(
                CONFIG,
                recovery -> consumer,
                limiter,
                carrying,
                events,
                () -> Instant.now().plus(ahead),
                clearance);
    }

    private Assignment assigned(Lane lane, long committed) {
        Assignment assignment = lane.assignment(consumer, 0);
        consumer.assign(List.of(PARTITION));
        consumer.seek(PARTITION, committed);
        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(committed)));
        assignment.onPartitionsAssigned(Set.of(PARTITION));
        return assignment;
    }

    private void command(long offset, int attempt) {
        command(offset, attempt, Duration.ofMinutes(1));
    }

    private void command(long offset, int attempt, Duration window) {
        add(offset, Codecs.COMMAND.encode(Fixtures.order(Fixtures.ID, attempt, "gw", window, Duration.ofSeconds(1))));
    }

    private void add(long offset, byte[] value) {
        consumer.addRecord(new ConsumerRecord<>(PARTITION.topic(), 0, offset, null, value));
    }

    @Test
    void turn_commands_areCommittedBeforeTheyAreActedOn() {
        Lane lane = lane(4);
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        command(1, 2);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 2", "act 1", "act 2");
    }

    /** SPEC A10: who reads a partition holds its attempts. It is said once for each change, not for each turn. */
    @Test
    void turn_otherPartitionsThanBefore_areSaidOnce() {
        Lane lane = lane(4);
        List<List<Integer>> said = new ArrayList<>();
        lane.onAssignment(() -> said.add(lane.partitions()));
        assertThat(lane.partitions()).isEmpty();
        Assignment assignment = assigned(lane, 0);

        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);

        assertThat(said).containsExactly(List.of(PARTITION.partition()));
        assertThat(lane.partitions()).containsExactly(PARTITION.partition());
    }

    /** SPEC H3. Whether Kafka has lost records is not known yet: an earlier sender may have posted it. */
    @Test
    void turn_notClearedYet_takesNothingAndCallsNothingNotSent() {
        Lane lane = lane(4);
        Assignment assignment = assigned(lane, 0);
        command(0, 1, Duration.ofMillis(1));
        command(1, 2);
        ahead = Duration.ofSeconds(10);
        cleared = false;
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);
        assertThat(history).isEmpty();

        cleared = true;
        lane.turn(consumer, assignment);
        assertThat(history).contains("act 2", "away 1 not_after_passed");
    }

    @Test
    void turn_moreCommandsThanMayBegin_commitsOnlyWhatIsActedOn() {
        Lane lane = lane(2);
        Assignment assignment = assigned(lane, 0);
        for (int i = 0; i < 5; i++) {
            command(i, i + 1);
        }
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);
        assertThat(history).containsExactly("commit 2", "act 1", "act 2");
        assertThat(consumer.paused()).containsExactly(PARTITION);

        calls.get(1).complete(CallHealth.HEALTHY);
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 3", "act 3").hasSize(5);
    }

    @Test
    void turn_commitNotConfirmed_actsOnNothingUntilItIs() {
        Lane lane = lane(4);
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        commitFailure = new TimeoutException("no answer");
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);
        assertThat(history).containsExactly("commit failed", "failure counted", "commit failed", "failure counted");

        commitFailure = null;
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 1", "act 1").hasSize(6);
    }

    @Test
    void turn_memberThrownOut_actsOnNothing() {
        Lane lane = lane(4);
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        commitFailure = new CommitFailedException();
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit failed", "failure counted");
    }

    @Test
    void turn_poison_isSetAsideAndTheNextOneActedOn() {
        Lane lane = lane(4);
        Assignment assignment = assigned(lane, 0);
        add(0, "not a command".getBytes());
        add(1, null);
        add(2, Codecs.COMMAND.encode(Fixtures.order(Fixtures.id(), "another-gateway")));
        command(3, 7);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 4", "quarantined", "quarantined", "quarantined", "act 7");
        assertThat(lane.check().problem().get()).get().asString().contains(PARTITION + " offset 2");
    }

    @Test
    void turn_sameAttemptTwice_isActedOnOnce() {
        Lane lane = lane(4);
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        command(1, 1);
        command(2, 2);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 3", "act 1", "repeated", "act 2");
    }

    @Test
    void turn_workThatThrows_countsAsOver() {
        Lane lane = lane(new Limits(1, null, null), new CommandHandler() {
            @Override
            public CompletionStage<CallHealth> carryOut(Command command, CommandDeadline deadline) {
                throw new IllegalStateException("bug");
            }

            @Override
            public CompletionStage<?> reportNotSent(Command command, Answer why) {
                throw new IllegalStateException("bug");
            }

            @Override
            public CompletionStage<?> reportUnknown(Command.Send command, Outcome.Unknown why) {
                throw new IllegalStateException("bug");
            }
        });
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        command(1, 2, Duration.ofMillis(-1));
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);

        assertThat(limiter.underWay()).isZero();
        assertThat(lane.waiting()).isZero();
    }

    /** SPEC D7: to wait for a token is not to be committed; whoever owns the partition next has it. */
    @Test
    void turn_noToken_waitsWithoutACommit() {
        Lane lane = lane(new Limits(4, new Limits.Rate(0.0001, 2), null), handler);
        Assignment assignment = assigned(lane, 0);
        for (int i = 0; i < 5; i++) {
            command(i, i + 1);
        }
        lane.turn(consumer, assignment);
        calls.forEach(call -> call.complete(CallHealth.HEALTHY));
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 2", "act 1", "act 2");
        assertThat(lane.waiting()).isEqualTo(3);
        lane.limits(new Limits(4, null, null));
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 5", "act 3", "act 4", "act 5");
    }

    @Test
    void turn_heldUntilTooOld_isTurnedAwayAndSaysWhyAndWhenToComeBack() {
        Limits limits = new Limits(4, null, new Limits.Breaker(1, 1, Duration.ofMinutes(5), 1));
        Lane lane = lane(limits, handler);
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        lane.turn(consumer, assignment);
        calls.get(0).complete(CallHealth.UNHEALTHY);
        command(1, 2);
        command(2, 3, Duration.ofHours(1));
        command(3, 4, Duration.ofMillis(-1));
        lane.turn(consumer, assignment);
        assertThat(history).containsExactly("commit 1", "act 1");
        ahead = Duration.ofMinutes(2);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 1", "act 1", "commit 2", "held by BREAKER", "away 2 breaker_open");
        assertThat(lane.waiting())
                .as("the third may still be acted on; the fourth is behind it")
                .isEqualTo(2);
        assertThat(Integer.parseInt(answers.get(0).headers().get("retry-after")))
                .isBetween(1, 300);
        assertThat(lane.check().problem().get()).isEmpty();
    }

    @Test
    void turn_turnedAwayAndItsCommitFails_isNotReportedBeforeItIsOurs() {
        Lane lane = lane(4);
        Assignment assignment = assigned(lane, 0);
        command(0, 1, Duration.ofMillis(-1));
        command(1, 2);
        commitFailure = new TimeoutException("no answer");
        lane.turn(consumer, assignment);
        assertThat(history).containsExactly("commit failed", "failure counted");

        commitFailure = null;
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 2", "held by ARRIVAL", "away 1 not_after_passed", "act 2");
    }

    /** Reports that Kafka does not take must not heap up, whatever their kind. */
    @Test
    void turn_manyTurnedAwayAndNoneReported_stopsAtABound() {
        reported = new CompletableFuture<>();
        Lane lane = lane(1);
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        lane.turn(consumer, assignment);
        for (int i = 1; i < 300; i++) {
            command(i, i + 1, Duration.ofMillis(-1));
        }
        for (int i = 0; i < 10; i++) {
            lane.turn(consumer, assignment);
        }
        assertThat(answers).hasSize(CONFIG.pollRecords());

        reported.complete(null);
        reported = CompletableFuture.completedFuture(null);
        for (int i = 0; i < 10; i++) {
            lane.turn(consumer, assignment);
        }
        assertThat(answers).hasSize(299);
        assertThat(history).filteredOn(event -> event.startsWith("act")).containsExactly("act 1");
    }

    @Test
    void turn_breakerHalfOpen_probesOneByOne() {
        Limits limits = new Limits(4, null, new Limits.Breaker(1, 1, Duration.ofMillis(1), 2));
        Lane lane = lane(limits, handler);
        Assignment assignment = assigned(lane, 0);
        for (int i = 0; i < 6; i++) {
            command(i, i + 1);
        }
        limiter.begin().end(CallHealth.UNHEALTHY);
        Await.until("a probe", () -> {
            lane.turn(consumer, assignment);
            return calls.size() == 1;
        });
        lane.turn(consumer, assignment);
        assertThat(history).containsExactly("commit 1", "act 1");
        calls.get(0).complete(CallHealth.HEALTHY);
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 2", "act 2").hasSize(4);

        calls.get(1).complete(CallHealth.HEALTHY);
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 6", "act 3", "act 4", "act 5", "act 6");
    }

    /** Without a committed position, in a partition with these offsets. */
    private Assignment unpositioned(Lane lane, long beginning, long end) {
        Assignment assignment = lane.assignment(consumer, 0);
        consumer.updateBeginningOffsets(Map.of(PARTITION, beginning));
        consumer.updateEndOffsets(Map.of(PARTITION, end));
        consumer.assign(List.of(PARTITION));
        assignment.onPartitionsAssigned(Set.of(PARTITION));
        return assignment;
    }

    @Test
    void assigned_neverCommanded_beginsAtTheFirstCommandAndCommitsThat() {
        Lane lane = lane(4);
        Assignment assignment = unpositioned(lane, 0, 0);
        lane.turn(consumer, assignment);
        command(0, 1);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 0", "commit 1", "act 1");
    }

    /** Whatever is there may have been posted; what comes later is new. */
    @Test
    void assigned_positionLost_postsOnlyWhatWasWrittenLater() {
        Lane lane = lane(4);
        Assignment assignment = unpositioned(lane, 17, 20);
        command(17, 1);
        add(18, Codecs.COMMAND.encode(Fixtures.inquiry(RequestKind.PAYMENT)));
        command(19, 2, Duration.ofMillis(-1));
        command(20, 3);
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);

        assertThat(history)
                .containsExactly(
                        "commit 21",
                        "lost",
                        "unknown 1 position_lost",
                        "ask",
                        "lost",
                        "unknown 2 position_lost",
                        "act 3");
    }

    @Test
    void assigned_positionLostAndCommandsTooOld_areUnknownAndNotTurnedAwayAsNotSent() {
        Lane lane = lane(4);
        Assignment assignment = unpositioned(lane, 0, 2);
        command(0, 1, Duration.ofMillis(-1));
        command(1, 2, Duration.ofMillis(-1));
        lane.turn(consumer, assignment);

        assertThat(history).filteredOn(event -> event.startsWith("unknown")).hasSize(2);
        assertThat(history).noneMatch(event -> event.startsWith("away") || event.startsWith("act"));
    }

    /** A breaker that is open, or a rate: nothing of this concerns what needs no call. */
    @Test
    void assigned_positionLostAndGateShut_isReportedAllTheSame() {
        Lane lane = lane(new Limits(4, null, new Limits.Breaker(1, 1, Duration.ofMinutes(5), 1)), handler);
        limiter.begin().end(CallHealth.UNHEALTHY);
        Assignment assignment = unpositioned(lane, 0, 1);
        command(0, 1);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 1", "lost", "unknown 1 position_lost");
    }

    @Test
    void assigned_positionLost_firstCommitIsMadeBeforeAnythingElseAndSaysHowFarItReaches() {
        Lane lane = lane(1);
        Assignment assignment = unpositioned(lane, 0, 4);
        lane.turn(consumer, assignment);
        assertThat(committed()).isEqualTo(new OffsetAndMetadata(0, "position_lost_below=4"));
        command(0, 1);
        commitFailure = new TimeoutException("no answer");
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 0", "commit failed", "failure counted");
    }

    /** The rebalance in the middle: the first owner has taken one of three. */
    @Test
    void assigned_positionThatAnEarlierOwnerCommittedOnItsWay_goesOnAsLost() {
        Lane lane = lane(4);
        Assignment first = unpositioned(lane, 0, 3);
        command(0, 1);
        lane.turn(consumer, first);
        OffsetAndMetadata handedOver = committed();
        first.onPartitionsRevoked(Set.of(PARTITION));
        Assignment second = lane.assignment(consumer, 0);
        second.onPartitionsAssigned(Set.of(PARTITION));
        command(1, 2);
        command(2, 3);
        command(3, 4);
        lane.turn(consumer, second);

        assertThat(handedOver).isEqualTo(new OffsetAndMetadata(1, "position_lost_below=3"));
        assertThat(history)
                .endsWith("commit 4", "lost", "unknown 2 position_lost", "lost", "unknown 3 position_lost", "act 4");
        assertThat(committed().metadata()).isEmpty();
    }

    /** Days of commands would hold up the new ones; the verifier's timers have ended the old ones long ago. */
    @Test
    void assigned_positionLostInALongPartition_reportsTheRecentOnesOnly() {
        Lane lane = lane(4);
        recent = 9_000L;
        Assignment assignment = unpositioned(lane, 17, 10_000);
        lane.turn(consumer, assignment);

        assertThat(consumer.position(PARTITION)).isEqualTo(9_000);
        assertThat(committed().metadata()).isEqualTo("position_lost_below=10000");
    }

    private OffsetAndMetadata committed() {
        return consumer.committed(Set.of(PARTITION)).get(PARTITION);
    }
}
