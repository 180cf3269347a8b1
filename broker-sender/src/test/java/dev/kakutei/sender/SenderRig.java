package dev.kakutei.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.GatewaySource;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.sender.network.HostList;
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
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real Kafka, topics of its own, and any number of senders. */
final class SenderRig implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(90);
    static final int PARTITIONS = 3;

    final KafkaConfig kafka;
    final MeterRegistry metrics = new SimpleMeterRegistry();
    private final Map<String, Gateway> gateways = new HashMap<>();
    private final List<BrokerSender> senders = new ArrayList<>();
    private final KafkaProducer<byte[], byte[]> producer;
    private final Admin admin;
    private TopicReader outcomes;

    SenderRig(Gateway... all) {
        this(RealKafka.bootstrapServers(), all);
    }

    /** For a broker of the test's own. */
    SenderRig(String bootstrap, Gateway... all) {
        kafka = new KafkaConfig(bootstrap, new Topics(RealKafka.freshPrefix(), PARTITIONS), 1);
        for (Gateway gateway : all) {
            gateways.put(gateway.name(), gateway);
        }
        TopicSetup.ensure(kafka, kafka.topics().all(gateways.keySet()));
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
        String key = command.requestId().toString();
        producer.send(new ProducerRecord<>(
                kafka.topics().commands(command.gateway()).name(),
                key.getBytes(UTF_8),
                Codecs.COMMAND.encode(command)));
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

    @Override
    public void close() {
        senders.forEach(BrokerSender::close);
        producer.close(Duration.ofSeconds(5));
        admin.close(Duration.ofSeconds(5));
        if (outcomes != null) {
            outcomes.close();
        }
    }
}
