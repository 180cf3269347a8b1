package dev.kakutei.sender.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.gateway.Limits;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.limit.Evidence;
import dev.kakutei.sender.limit.Gate;
import dev.kakutei.sender.limit.Hold;
import dev.kakutei.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** The order of things in a lane, turn by turn: read, commit, act. */
class LaneTest {
    private static final TopicPartition PARTITION = new TopicPartition("commands", 0);
    private static final LaneConfig CONFIG = new LaneConfig("gw", "commands", "group", Map.of(), 100);

    /** What happened, in order. */
    private final List<String> history = new ArrayList<>();

    private final List<CompletableFuture<Evidence>> calls = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private CompletableFuture<Void> reported = CompletableFuture.completedFuture(null);
    private RuntimeException commitFailure;
    /** How far the wall clock is set forward; commands are issued by the real one. */
    private Duration ahead = Duration.ZERO;

    private Gate gate;

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
            history.add("told");
        }

        @Override
        public void turnedAway(String gateway, Hold hold) {
            history.add("held by " + hold);
        }
    };

    private final Work work = new Work() {
        @Override
        public CompletionStage<Evidence> carryOut(Command command, Freshness freshness) {
            history.add(command instanceof Command.Send send ? "act " + send.attempt() : "ask");
            CompletableFuture<Evidence> call = new CompletableFuture<>();
            calls.add(call);
            return call;
        }

        @Override
        public CompletionStage<?> turnAway(Command command, Answer why) {
            history.add("away " + ((Command.Send) command).attempt() + " " + why.code());
            answers.add(why);
            return reported;
        }
    };

    private Lane lane(int concurrency) {
        return lane(new Limits(concurrency, null, null), work);
    }

    private Lane lane(Limits limits, Work carrying) {
        gate = new Gate(limits, state -> {});
        return new Lane(
                CONFIG,
                () -> consumer,
                gate,
                carrying,
                events,
                () -> Instant.now().plus(ahead));
    }

    private Assignment assigned(Lane lane, long committed) {
        Assignment assignment = lane.assignment(consumer);
        consumer.assign(List.of(PARTITION));
        consumer.seek(PARTITION, committed);
        return assignment;
    }

    private void command(long offset, int attempt) {
        command(offset, attempt, Duration.ofMinutes(1));
    }

    private void command(long offset, int attempt, Duration window) {
        add(offset, Codecs.COMMAND.encode(Fixtures.order(Fixtures.ID, attempt, "gw", window, Duration.ofSeconds(1))));
    }

    private void add(long offset, byte[] value) {
        consumer.addRecord(new ConsumerRecord<>("commands", 0, offset, null, value));
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

        calls.get(1).complete(Evidence.ALIVE);
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
        assertThat(history).containsExactly("commit failed", "told", "commit failed", "told");

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

        assertThat(history).containsExactly("commit failed", "told");
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
        assertThat(lane.check().trouble().get()).get().asString().contains("commands-0 offset 2");
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
        Lane lane = lane(new Limits(1, null, null), new Work() {
            @Override
            public CompletionStage<Evidence> carryOut(Command command, Freshness freshness) {
                throw new IllegalStateException("bug");
            }

            @Override
            public CompletionStage<?> turnAway(Command command, Answer why) {
                throw new IllegalStateException("bug");
            }
        });
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        command(1, 2, Duration.ofMillis(-1));
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);

        assertThat(gate.underWay()).isZero();
        assertThat(lane.waiting()).isZero();
    }

    /** SPEC D7: to wait for a token is not to be committed; whoever owns the partition next has it. */
    @Test
    void turn_noToken_waitsWithoutACommit() {
        Lane lane = lane(new Limits(4, new Limits.Rate(0.0001, 2), null), work);
        Assignment assignment = assigned(lane, 0);
        for (int i = 0; i < 5; i++) {
            command(i, i + 1);
        }
        lane.turn(consumer, assignment);
        calls.forEach(call -> call.complete(Evidence.ALIVE));
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
        Lane lane = lane(limits, work);
        Assignment assignment = assigned(lane, 0);
        command(0, 1);
        lane.turn(consumer, assignment);
        calls.get(0).complete(Evidence.ILL);
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
        assertThat(lane.check().trouble().get()).isEmpty();
    }

    @Test
    void turn_turnedAwayAndItsCommitFails_isNotReportedBeforeItIsOurs() {
        Lane lane = lane(4);
        Assignment assignment = assigned(lane, 0);
        command(0, 1, Duration.ofMillis(-1));
        command(1, 2);
        commitFailure = new TimeoutException("no answer");
        lane.turn(consumer, assignment);
        assertThat(history).containsExactly("commit failed", "told");

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
        Lane lane = lane(limits, work);
        Assignment assignment = assigned(lane, 0);
        for (int i = 0; i < 6; i++) {
            command(i, i + 1);
        }
        gate.begin().end(Evidence.ILL);
        Await.until("a probe", () -> {
            lane.turn(consumer, assignment);
            return calls.size() == 1;
        });
        lane.turn(consumer, assignment);
        assertThat(history).containsExactly("commit 1", "act 1");
        calls.get(0).complete(Evidence.ALIVE);
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 2", "act 2").hasSize(4);

        calls.get(1).complete(Evidence.ALIVE);
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 6", "act 3", "act 4", "act 5", "act 6");
    }

    @Test
    void assigned_partitionWithoutOffset_beginsAtItsBeginningAndCommitsThat() {
        Lane lane = lane(4);
        Assignment assignment = lane.assignment(consumer);
        consumer.updateBeginningOffsets(Map.of(PARTITION, 17L));
        consumer.assign(List.of(PARTITION));
        assignment.onPartitionsAssigned(Set.of(PARTITION));
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 17");
        assertThat(consumer.position(PARTITION)).isEqualTo(17);
    }
}
