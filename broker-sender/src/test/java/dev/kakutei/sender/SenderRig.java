package dev.kakutei.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.GatewaySource;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.network.HostList;
import dev.kakutei.boot.position.InitialPositions;
import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.AlwaysCleared;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real Kafka, topics of its own, prepared as a verifier does before it issues commands, and any number of senders. */
final class SenderRig implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(90);
    static final int PARTITIONS = 3;

    final KafkaConfig kafka;
    final MeterRegistry metrics = new SimpleMeterRegistry();
    private final Map<String, Gateway> gateways = new HashMap<>();
    private final List<BrokerSender> senders = new ArrayList<>();
    private final KafkaProducer<byte[], byte[]> producer;
    private final Admin admin;
    final AlwaysCleared clearing;
    private TopicReader outcomes;

    SenderRig(Gateway... all) {
        this(RealKafka.bootstrapServers(), all);
    }

    /** For a broker of the test's own. */
    SenderRig(String bootstrap, Gateway... all) {
        this(bootstrap, Positions.ON_RECORD, all);
    }

    /** Whether the senders' position is on record before the first of them starts. */
    enum Positions {
        ON_RECORD,
        NONE
    }

    SenderRig(Positions positions, Gateway... all) {
        this(RealKafka.bootstrapServers(), positions, all);
    }

    private SenderRig(String bootstrap, Positions positions, Gateway... all) {
        kafka = new KafkaConfig(bootstrap, new Topics(RealKafka.freshPrefix(), PARTITIONS), 1);
        for (Gateway gateway : all) {
            gateways.put(gateway.name(), gateway);
        }
        TopicSetup.ensure(kafka, kafka.topics().all(gateways.keySet()));
        if (positions == Positions.ON_RECORD) {
            InitialPositions.ensure(kafka, gateways.keySet(), 0);
        }
        clearing = new AlwaysCleared(kafka);
        admin = Admin.create(kafka.clientProperties("test-admin"));
        Map<String, Object> properties = kafka.clientProperties("test");
        properties.put("acks", "all");
        producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    BrokerSender sender(String name, Duration drain) {
        return sender(name, described(), drain, InstantSource.system());
    }

    BrokerSender sender(String name, GatewaySource source, Duration drain) {
        return sender(name, source, drain, InstantSource.system());
    }

    private GatewaySource described() {
        Gateways all = new Gateways(gateways.keySet().iterator().next(), Map.of(), gateways);
        return new GatewaySource(Path.of("none"), "", all, Duration.ZERO);
    }

    private BrokerSender sender(String name, GatewaySource source, Duration drain, InstantSource clock) {
        BrokerSender sender = new BrokerSender(
                new SenderConfig(name, kafka, source, HostList.of(""), List.of(), 100, drain, 1000, Optional.empty()),
                metrics,
                clock);
        senders.add(sender);
        return sender;
    }

    BrokerSender startSender(String name) {
        return startSender(name, InstantSource.system());
    }

    BrokerSender startSender(String name, InstantSource clock) {
        BrokerSender sender = sender(name, described(), Duration.ofSeconds(1), clock);
        sender.start();
        return sender;
    }

    void issue(Command command) {
        producer.send(record(command));
    }

    private ProducerRecord<byte[], byte[]> record(Command command) {
        String key = command.requestId().toString();
        return new ProducerRecord<>(
                kafka.topics().commands(command.gateway()).name(), key.getBytes(UTF_8), Codecs.COMMAND.encode(command));
    }

    /** Issues commands as a verifier does. */
    Transactions transactions() {
        return new Transactions();
    }

    final class Transactions implements AutoCloseable {
        private final KafkaProducer<byte[], byte[]> transactional;

        private Transactions() {
            Map<String, Object> properties = kafka.clientProperties("test-verifier");
            properties.put("transactional.id", kafka.topics().prefix() + "test-verifier");
            // longer than any test lasts
            properties.put("transaction.timeout.ms", 600_000);
            transactional = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
            transactional.initTransactions();
        }

        void begin() {
            transactional.beginTransaction();
        }

        void issue(Command command) {
            transactional.send(record(command));
        }

        void flush() {
            transactional.flush();
        }

        void commit() {
            transactional.commitTransaction();
        }

        void abort() {
            transactional.abortTransaction();
        }

        @Override
        public void close() {
            transactional.close(Duration.ofSeconds(5));
        }
    }

    void issueRaw(String gateway, String value) {
        producer.send(new ProducerRecord<>(kafka.topics().commands(gateway).name(), 0, null, value.getBytes(UTF_8)));
    }

    void flush() {
        producer.flush();
    }

    /** Reads on until there are so many, and returns all reports since the beginning. */
    List<Report> reports(int count) {
        return decoded(outcomes().untilCount(count, LIMIT));
    }

    /** All reports that are there now. */
    List<Report> reportsSoFar() {
        return decoded(outcomes().toEnd(LIMIT));
    }

    private TopicReader outcomes() {
        if (outcomes == null) {
            outcomes = new TopicReader(
                    kafka.bootstrap(),
                    TopicReader.Isolation.READ_COMMITTED,
                    kafka.topics().outcomes().name());
        }
        return outcomes;
    }

    private static List<Report> decoded(List<ConsumerRecord<String, String>> records) {
        return records.stream()
                .map(record -> Codecs.REPORT.decode(record.value().getBytes(UTF_8)))
                .toList();
    }

    /** The committed offsets of the lane, by partition. */
    Map<Integer, Long> committed(String gateway) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(
                        BrokerSender.group(kafka, gateway))
                .partitionsToOffsetAndMetadata()
                .get();
        return offsets.entrySet().stream()
                .filter(entry -> entry.getValue() != null)
                .collect(Collectors.toMap(
                        entry -> entry.getKey().partition(),
                        entry -> entry.getValue().offset()));
    }

    /** How many senders have a part of the lane. */
    long members(String gateway) throws Exception {
        String group = BrokerSender.group(kafka, gateway);
        return admin.describeConsumerGroups(List.of(group)).describedGroups().get(group).get().members().stream()
                .filter(member -> !member.assignment().topicPartitions().isEmpty())
                .count();
    }

    /** As an operator does by mistake, or Kafka after days without senders. Possible once the last one has left. */
    void loseThePosition(String gateway) {
        String group = BrokerSender.group(kafka, gateway);
        Await.until("the group is deleted", LIMIT, () -> {
            try {
                admin.deleteConsumerGroups(List.of(group)).all().get();
                return true;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof GroupNotEmptyException) {
                    return false;
                }
                throw e;
            }
        });
    }

    /** As retention does with a lane that was not read for days: each partition loses its first command. */
    void deleteOldest(String gateway) throws Exception {
        Map<TopicPartition, RecordsToDelete> oldest = new HashMap<>();
        ends(gateway).forEach((partition, end) -> {
            if (end.offset() > 0) {
                oldest.put(partition, RecordsToDelete.beforeOffset(1));
            }
        });
        admin.deleteRecords(oldest).all().get();
    }

    /** {@code kafka-consumer-groups.sh --reset-offsets --to-latest}. */
    void resetToLatest(String gateway) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> latest = new HashMap<>();
        ends(gateway).forEach((partition, end) -> latest.put(partition, new OffsetAndMetadata(end.offset())));
        admin.alterConsumerGroupOffsets(BrokerSender.group(kafka, gateway), latest)
                .all()
                .get();
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(String gateway) throws Exception {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        new SenderGroup(kafka, gateway).partitions().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        return admin.listOffsets(latest).all().get();
    }

    @Override
    public void close() {
        senders.forEach(BrokerSender::close);
        clearing.close();
        producer.close(Duration.ofSeconds(5));
        admin.close(Duration.ofSeconds(5));
        if (outcomes != null) {
            outcomes.close();
        }
    }
}
