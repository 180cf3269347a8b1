package dev.kakutei.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.sender.BrokerSender;
import dev.kakutei.sender.SenderConfig;
import dev.kakutei.simulator.JournalEntry;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.testkit.AlwaysCleared;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.TopicReader;
import dev.kakutei.verifier.VerifierConfig;
import dev.kakutei.verifier.VerifierStream;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC G2, H3: on a new installation the first sender starts after the first commands were issued. They look like commands
 * whose position was lost, and must be posted all the same, once each.
 */
class FirstSenderComesLateTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int REQUESTS = 10;

    @TempDir
    private Path folder;

    @Test
    void commands_issuedBeforeAnySenderExisted_arePostedOnceEach() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(folder.resolve("simulator")))) {
            Path gateways = Files.writeString(folder.resolve("gateways.yaml"), """
                    gateways:
                      bank:
                        class: neither
                        url: %s
                        network: {allow: [loopback]}
                        paths: {payment: /payments}
                        send_window: 10m
                    """.formatted(simulator.url()));
            Settings settings = Settings.of(Map.of(
                    "kafka.bootstrap", RealKafka.bootstrapServers(),
                    "topics.prefix", RealKafka.freshPrefix(),
                    "topics.partitions", "3",
                    "gateways.file", gateways.toString(),
                    "verifier.state-dir", folder.resolve("verifier").toString()));
            KafkaConfig kafka = KafkaConfig.read(settings);
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            TopicSetup.ensure(kafka, kafka.topics().all(List.of("bank")));
            try (AlwaysCleared clearing = new AlwaysCleared(kafka);
                    VerifierStream verifier = new VerifierStream(VerifierConfig.read(settings), meters);
                    BrokerSender sender = new BrokerSender(SenderConfig.read(settings), meters)) {
                clearing.clear(0);
                verifier.start();
                accept(kafka);
                try (TopicReader commands =
                        TopicReader.committed(kafka.topics().commands("bank").name())) {
                    commands.untilCount(REQUESTS, LIMIT);
                }
                sender.start();
                assertThat(results(kafka))
                        .hasSize(REQUESTS)
                        .allMatch(result -> result.status() == RequestStatus.AUTHORIZED);
            }
            assertThat(simulator.journal().stream().filter(line -> line.type() == JournalEntry.Type.RECEIVED))
                    .hasSize(REQUESTS);
        }
    }

    private static List<Result> results(KafkaConfig kafka) {
        try (TopicReader results = TopicReader.committed(
                kafka.topics().results(RequestKind.PAYMENT).name())) {
            return results.untilCount(REQUESTS, LIMIT).stream()
                    .map(record -> Codecs.RESULT.decode(record.value().getBytes(UTF_8)))
                    .toList();
        }
    }

    /** As the relay announces them. */
    private static void accept(KafkaConfig kafka) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                kafka.clientProperties("test"), new StringSerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < REQUESTS; i++) {
                RequestId id = new RequestId(UUID.randomUUID());
                JsonNode document = Json.MAPPER
                        .createObjectNode()
                        .put("amount", "12.50")
                        .put("currency", "JPY")
                        .put("payment_method", "tok_visa")
                        .put("reference", id.toString());
                Instant now = Instant.now();
                Fact.Accepted accepted = new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "shop",
                        id.toString(),
                        CanonicalJson.digest(CanonicalJson.of(document)),
                        "bank",
                        new BigDecimal("12.50"),
                        "JPY",
                        now.plusSeconds(60),
                        null,
                        null,
                        document,
                        null);
                producer.send(new ProducerRecord<>(
                        kafka.topics().accepted().name(),
                        id.toString(),
                        Codecs.LEDGER_EVENT.encode(new LedgerEvent(id, 1, now, "ingest", accepted))));
            }
        }
    }
}
