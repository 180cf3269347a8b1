package dev.kakutei.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.position.RecoveryNames;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.AlwaysCleared;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.TopicReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A real Kafka, topics of its own, and settings for verifiers on it; a test plays outbox and sender. */
final class VerifierRig implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int PARTITIONS = 2;
    private static final String GATEWAYS = """
            gateways:
              bank:
                class: idempotent
                url: http://127.0.0.1:1
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                retry: {first: %s, jitter: none}
            """;

    private final Path folder;
    private final Map<String, String> settings;
    private final KafkaConfig kafka;
    private final KafkaProducer<String, byte[]> producer;
    private final AlwaysCleared clearing;

    /** @param backoff how long the gateway is left alone after a first failed attempt */
    VerifierRig(Path folder, String backoff) {
        this.folder = folder;
        Path gateways = folder.resolve("gateways.yaml");
        try {
            Files.writeString(gateways, String.format(GATEWAYS, backoff));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        settings = Map.of(
                "kafka.bootstrap", RealKafka.bootstrapServers(),
                "topics.prefix", RealKafka.freshPrefix(),
                "topics.partitions", Integer.toString(PARTITIONS),
                "gateways.file", gateways.toString());
        kafka = KafkaConfig.read(Settings.of(settings));
        TopicSetup.ensure(kafka, topics().all(List.of("bank")));
        clearing = new AlwaysCleared(kafka);
        Map<String, Object> out = kafka.clientProperties("test");
        producer = new KafkaProducer<>(out, new StringSerializer(), new ByteArraySerializer());
    }

    /** Clears and halts verifiers, in the place of ingest-service. */
    AlwaysCleared clearing() {
        return clearing;
    }

    KafkaConfig kafka() {
        return kafka;
    }

    Topics topics() {
        return kafka.topics();
    }

    /** The settings of one instance, which keeps its state in a folder of its own. */
    Map<String, String> settings(String instance, String... more) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("verifier.instance", instance);
        all.put("verifier.state-dir", folder.resolve(instance).toString());
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    VerifierConfig config(String instance, String... more) {
        return VerifierConfig.read(Settings.of(settings(instance, more)));
    }

    String applicationId() {
        return topics().prefix() + "verifier";
    }

    /** How many verifiers are at work, before any recovery. */
    int members() {
        return members("");
    }

    int members(String suffix) {
        try (Admin admin = Admin.create(kafka.clientProperties("test-admin"))) {
            String group = applicationId() + suffix;
            return admin.describeConsumerGroups(List.of(group))
                    .all()
                    .get()
                    .get(group)
                    .members()
                    .size();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return 0;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** They are made again, empty, by whoever starts next. */
    void loseChangelogs() throws Exception {
        try (Admin admin = Admin.create(kafka.clientProperties("test-admin"))) {
            List<String> changelogs = RecoveryNames.changelogs(
                    topics().prefix(), admin.listTopics().names().get());
            admin.deleteTopics(changelogs).all().get();
            Await.until("they are gone", LIMIT, () -> {
                try {
                    return RecoveryNames.changelogs(
                                    topics().prefix(),
                                    admin.listTopics().names().get())
                            .isEmpty();
                } catch (ExecutionException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    static RequestId anyId() {
        return new RequestId(UUID.randomUUID());
    }

    void accept(RequestId id) {
        Instant now = Instant.now();
        JsonNode document =
                Json.MAPPER.createObjectNode().put("amount", "12.50").put("reference", id.toString());
        send(
                topics().accepted(),
                id,
                new LedgerEvent(
                        id,
                        1,
                        now,
                        "ingest",
                        new Fact.Accepted(
                                RequestKind.PAYMENT,
                                "shop",
                                id.toString(),
                                CanonicalJson.digest(CanonicalJson.of(document)),
                                "bank",
                                new BigDecimal("12.50"),
                                "JPY",
                                now.plusSeconds(30),
                                null,
                                null,
                                document,
                                null)));
    }

    void report(RequestId id, int attempt, Outcome outcome) {
        send(
                topics().outcomes(),
                id,
                new Report.AttemptReport(id, attempt, "bank", "sender-1", Instant.now(), outcome));
    }

    private <T> void send(Topic<T> topic, RequestId id, T message) {
        raw(topic.name(), id.toString(), topic.codec().encode(message));
    }

    void raw(String topic, String key, byte[] value) {
        producer.send(new ProducerRecord<>(topic, key, value));
        producer.flush();
    }

    TopicReader reader(Topic<?> topic) {
        return TopicReader.committed(topic.name());
    }

    static <T> T decoded(Topic<T> topic, String value) {
        return topic.codec().decode(value.getBytes(UTF_8));
    }

    @Override
    public void close() {
        clearing.close();
        producer.close(Duration.ofSeconds(5));
    }
}
