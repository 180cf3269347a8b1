package dev.kakutei.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
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
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Plays outbox and sender towards a verifier: announces requests, answers their attempts, and waits for the results. */
final class Traffic implements AutoCloseable {
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Duration POLL = Duration.ofMillis(200);
    /** How far announcing may run ahead of deciding, as a real sender would keep it. */
    private static final int AHEAD = 20_000;

    private final Topics topics;
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> facts;

    Traffic(KafkaConfig kafka) {
        topics = kafka.topics();
        Map<String, Object> out = kafka.clientProperties("bench-out");
        out.put("linger.ms", 5);
        out.put("compression.type", "lz4");
        producer = new KafkaProducer<>(out, new StringSerializer(), new ByteArraySerializer());
        Map<String, Object> in = kafka.clientProperties("bench-in");
        in.put("group.id", "bench-" + UUID.randomUUID());
        in.put("isolation.level", "read_committed");
        in.put("auto.offset.reset", "latest");
        in.put("max.poll.records", 5_000);
        facts = new KafkaConsumer<>(in, new StringDeserializer(), new ByteArrayDeserializer());
        facts.subscribe(List.of(topics.ledger().name()));
        while (facts.assignment().isEmpty()) {
            facts.poll(POLL);
        }
        facts.assignment().forEach(facts::position);
    }

    /** This many new requests, each answered with success; returns when every one is settled. */
    void settle(int requests) {
        run(
                requests,
                new Outcome.Delivered(new Answer(Category.OK, 201, null, null, 5, Map.of(), "b-1", "{}")),
                "settled");
    }

    /** This many new requests, each asked to try again in half a day; returns when every one waits. */
    void keepWaiting(int requests) {
        Answer busy = new Answer(Category.CLIENT_ERROR, 429, "busy", null, 5, Map.of(), null, null);
        run(requests, new Outcome.Retryable(busy, Outcome.Doubt.NONE), "attempt_deferred");
    }

    private void run(int requests, Outcome outcome, String end) {
        int sent = 0;
        int ended = 0;
        while (ended < requests) {
            while (sent < requests && sent - ended < AHEAD) {
                RequestId id = new RequestId(new UUID(System.nanoTime(), NUMBERS.incrementAndGet()));
                send(topics.accepted(), id, accepted(id));
                sent++;
            }
            for (var record : facts.poll(POLL)) {
                String fact = new String(record.value(), UTF_8);
                if (fact.contains(type("attempt_started"))) {
                    RequestId id = RequestId.of(record.key());
                    send(
                            topics.outcomes(),
                            id,
                            new Report.AttemptReport(id, 1, "bank", "bench", Instant.now(), outcome));
                } else if (fact.contains(type(end))) {
                    ended++;
                }
            }
        }
    }

    private static String type(String fact) {
        return "\"type\":\"" + fact + "\"";
    }

    private <T> void send(Topic<T> topic, RequestId id, T message) {
        producer.send(
                new ProducerRecord<>(topic.name(), id.toString(), topic.codec().encode(message)));
    }

    private static LedgerEvent accepted(RequestId id) {
        Instant now = Instant.now();
        JsonNode document =
                Json.MAPPER.createObjectNode().put("amount", "1200.00").put("reference", "INV-" + id);
        return new LedgerEvent(
                id,
                1,
                now,
                "ingest",
                new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "bench",
                        id.toString(),
                        CanonicalJson.digest(CanonicalJson.of(document)),
                        "bank",
                        new BigDecimal("1200.00"),
                        "JPY",
                        now.plusSeconds(30),
                        null,
                        null,
                        document,
                        null));
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
        facts.close();
    }
}
