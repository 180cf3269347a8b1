package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.position.InitialPositions;
import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.schemas.topic.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The senders' position, before there is a sender, on a real Kafka. */
class InitialPositionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final KafkaConfig kafka =
            new KafkaConfig(RealKafka.bootstrapServers(), new Topics(RealKafka.freshPrefix(), 3), 1);
    private final Admin admin = Admin.create(kafka.clientProperties("test"));
    private final SenderGroup bank = group("bank");

    /** Owns all partitions, and has committed nothing. */
    private KafkaConsumer<byte[], byte[]> memberOfAll() {
        KafkaConsumer<byte[], byte[]> member = KafkaClients.consumer(bank.memberProperties("member"));
        member.subscribe(List.of(bank.topic()), new SeekToBeginning(member));
        Await.until("it owns all partitions", LIMIT, () -> {
            member.poll(Duration.ofMillis(50));
            return member.assignment().size() == 3;
        });
        return member;
    }

    private SenderGroup group(String gateway) {
        SenderGroup group = new SenderGroup(kafka, gateway);
        TopicSetup.ensure(kafka, List.of(kafka.topics().commands(gateway)));
        return group;
    }

    @AfterEach
    void close() {
        admin.close(Duration.ofSeconds(5));
    }

    private Map<Integer, Long> positions(SenderGroup group) throws Exception {
        return admin.listConsumerGroupOffsets(group.name()).partitionsToOffsetAndMetadata().get().entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().partition(),
                        entry -> entry.getValue().offset()));
    }

    private void write(SenderGroup group, int partition) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                kafka.clientProperties("test"), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(group.topic(), partition, null, new byte[] {1}))
                    .get();
        }
    }

    @Test
    void ensure_lanesThatNothingWasWrittenTo_putsTheirFirstPositionOnRecord() throws Exception {
        SenderGroup broker = group("broker");
        InitialPositions.ensure(kafka, List.of("bank", "broker"), 0);

        assertThat(positions(bank)).isEqualTo(Map.of(0, 0L, 1, 0L, 2, 0L));
        assertThat(positions(broker)).isEqualTo(Map.of(0, 0L, 1, 0L, 2, 0L));
    }

    /** There it was lost, and whoever made one up would have the commands posted again. */
    @Test
    void ensure_partitionWithCommandsAndWithoutAPosition_isLeftAlone() throws Exception {
        write(bank, 1);
        InitialPositions.ensure(kafka, List.of("bank"), 0);

        assertThat(positions(bank)).isEqualTo(Map.of(0, 0L, 2, 0L));
    }

    /** Deleted records leave their offsets behind. */
    @Test
    void ensure_partitionThatIsEmptyAgain_isLeftAlone() throws Exception {
        write(bank, 1);
        admin.deleteRecords(Map.of(new TopicPartition(bank.topic(), 1), RecordsToDelete.beforeOffset(1)))
                .all()
                .get();
        InitialPositions.ensure(kafka, List.of("bank"), 0);

        assertThat(positions(bank)).isEqualTo(Map.of(0, 0L, 2, 0L));
    }

    @Test
    void ensure_positionsOnRecord_areNotTouched() throws Exception {
        write(bank, 0);
        Map<TopicPartition, OffsetAndMetadata> before = Map.of(
                new TopicPartition(bank.topic(), 0), new OffsetAndMetadata(1),
                new TopicPartition(bank.topic(), 1), new OffsetAndMetadata(0, "position_lost_below=9"));
        admin.alterConsumerGroupOffsets(bank.name(), before).all().get();
        InitialPositions.ensure(kafka, List.of("bank"), 0);

        assertThat(admin.listConsumerGroupOffsets(bank.name())
                        .partitionsToOffsetAndMetadata()
                        .get())
                .containsAllEntriesOf(before)
                .containsEntry(new TopicPartition(bank.topic(), 2), new OffsetAndMetadata(0));
    }

    @Test
    void ensure_severalSideBySide_allReturnAndThePositionIsOnRecord() throws Exception {
        CompletableFuture<?>[] all = Stream.generate(
                        () -> CompletableFuture.runAsync(() -> InitialPositions.ensure(kafka, List.of("bank"), 0)))
                .limit(3)
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture<Void> done = CompletableFuture.allOf(all);
        Await.until("all have returned", LIMIT, done::isDone);

        assertThat(done).isCompleted();
        assertThat(positions(bank)).isEqualTo(Map.of(0, 0L, 1, 0L, 2, 0L));
    }

    /** A member that owns partitions and has not committed yet, such as a sender that was just assigned. */
    @Test
    void ensure_groupWithAMember_takesItsPartOfTheGroupAndLeavesIt() throws Exception {
        try (KafkaConsumer<byte[], byte[]> member = memberOfAll()) {
            CompletableFuture<Void> ensured =
                    CompletableFuture.runAsync(() -> InitialPositions.ensure(kafka, List.of("bank"), 0));
            // it commits only what it is left with once another member has joined
            Await.until("the rest is on record", LIMIT, () -> {
                member.poll(Duration.ofMillis(50));
                return positions(bank).size() > 0;
            });
            Await.until("all is on record", LIMIT, () -> {
                member.poll(Duration.ofMillis(50));
                member.assignment().forEach(partition -> commit(member, partition));
                return ensured.isDone();
            });

            assertThat(ensured).isCompleted();
            assertThat(positions(bank)).isEqualTo(Map.of(0, 0L, 1, 0L, 2, 0L));
        }
    }

    /** One gateway's senders must not keep a verifier from serving the others. */
    @Test
    void ensure_memberThatNeverCommits_goesOnWithoutItsPartitionsAfterItsLimit() throws Exception {
        try (KafkaConsumer<byte[], byte[]> member = memberOfAll()) {
            CompletableFuture<Void> ensured = CompletableFuture.runAsync(
                    () -> InitialPositions.ensure(kafka, List.of("bank"), 0, Duration.ofSeconds(20)));
            Await.until("it has gone on", LIMIT, () -> {
                member.poll(Duration.ofMillis(50));
                return ensured.isDone();
            });

            assertThat(ensured).isCompleted();
            assertThat(positions(bank)).hasSizeLessThan(3);
        }
    }

    private static void commit(KafkaConsumer<?, ?> member, TopicPartition partition) {
        try {
            member.commitSync(Map.of(partition, new OffsetAndMetadata(0)));
        } catch (KafkaException rebalancing) {
            // it is tried again
        }
    }

    private record SeekToBeginning(KafkaConsumer<?, ?> member) implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> member.seek(partition, 0));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            // nothing was taken
        }
    }
}
