package dev.kakutei.sender.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.sender.Fixtures;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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

    private final List<CompletableFuture<Void>> calls = new ArrayList<>();
    private RuntimeException commitFailure;

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
    private final Backlog unused = new Backlog();

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
    };

    private Lane lane(int slots) {
        Work work = (command, freshness) -> {
            history.add("act " + ((Command.Send) command).attempt());
            CompletableFuture<Void> call = new CompletableFuture<>();
            calls.add(call);
            return call;
        };
        return new Lane(CONFIG, () -> consumer, new Slots(slots), work, events, InstantSource.system());
    }

    private Assignment assigned(long committed) {
        LaneHealth health = new LaneHealth();
        Assignment assignment = new Assignment(consumer, unused, health);
        consumer.assign(List.of(PARTITION));
        consumer.seek(PARTITION, committed);
        return assignment;
    }

    private void command(long offset, int attempt) {
        add(
                offset,
                Codecs.COMMAND.encode(
                        Fixtures.order(Fixtures.ID, attempt, "gw", Duration.ofMinutes(1), Duration.ofSeconds(1))));
    }

    private void add(long offset, byte[] value) {
        consumer.addRecord(new ConsumerRecord<>("commands", 0, offset, null, value));
    }

    @Test
    void turn_commands_areCommittedBeforeTheyAreActedOn() {
        Lane lane = lane(4);
        Assignment assignment = assigned(0);
        command(0, 1);
        command(1, 2);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 2", "act 1", "act 2");
    }

    @Test
    void turn_moreCommandsThanSlots_commitsOnlyWhatIsActedOn() {
        Lane lane = lane(2);
        Assignment assignment = assigned(0);
        for (int i = 0; i < 5; i++) {
            command(i, i + 1);
        }
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);
        assertThat(history).containsExactly("commit 2", "act 1", "act 2");
        assertThat(consumer.paused()).containsExactly(PARTITION);

        calls.get(1).complete(null);
        lane.turn(consumer, assignment);
        assertThat(history).endsWith("commit 3", "act 3").hasSize(5);
    }

    @Test
    void turn_commitNotConfirmed_actsOnNothingUntilItIs() {
        Lane lane = lane(4);
        Assignment assignment = assigned(0);
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
        Assignment assignment = assigned(0);
        command(0, 1);
        commitFailure = new CommitFailedException();
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit failed", "told");
    }

    @Test
    void turn_poison_isSetAsideAndTheNextOneActedOn() {
        Lane lane = lane(4);
        Assignment assignment = assigned(0);
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
        Assignment assignment = assigned(0);
        command(0, 1);
        command(1, 1);
        command(2, 2);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 3", "act 1", "repeated", "act 2");
    }

    @Test
    void turn_workThatThrows_givesItsSlotBack() {
        Slots slots = new Slots(1);
        Lane lane = new Lane(
                CONFIG,
                () -> consumer,
                slots,
                (command, freshness) -> {
                    throw new IllegalStateException("bug");
                },
                events,
                InstantSource.system());
        Assignment assignment = assigned(0);
        command(0, 1);
        lane.turn(consumer, assignment);

        assertThat(slots.used()).isZero();
    }

    @Test
    void assigned_partitionWithoutOffset_beginsAtItsBeginningAndCommitsThat() {
        Lane lane = lane(4);
        Assignment assignment = new Assignment(consumer, unused, new LaneHealth());
        consumer.updateBeginningOffsets(Map.of(PARTITION, 17L));
        consumer.assign(List.of(PARTITION));
        assignment.onPartitionsAssigned(Set.of(PARTITION));
        lane.turn(consumer, assignment);
        lane.turn(consumer, assignment);

        assertThat(history).containsExactly("commit 17");
        assertThat(consumer.position(PARTITION)).isEqualTo(17);
    }
}
