package dev.kakutei.verifier.topology;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.GatewayWatch;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Retention;
import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Codec;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.verifier.ledger.CommitPaces;
import dev.kakutei.verifier.ledger.LedgerMetrics;
import dev.kakutei.verifier.ledger.LedgerProcessors;
import dev.kakutei.verifier.ledger.TimerSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The real topology in virtual time: a test plays outbox and sender, and reads what comes out. */
final class LedgerOnTopics implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final String GATEWAYS = """
            gateways:
              bank:
                class: idempotent
                url: http://127.0.0.1:1
                paths: {payment: /payments, order: /orders}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                status_query: {paths: {payment: "/payments/{request_id}"}}
                retry: {jitter: none}
                verification: {settling_time: 2m}
            """;

    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int LOOKS_UNTIL_AWAKE = 3;

    private final Topics topics = new Topics("t.", 1);
    private final TopologyTestDriver driver;
    private final TestInputTopic<String, byte[]> accepted;
    private final TestInputTopic<String, byte[]> outcomes;
    private final TestInputTopic<String, byte[]> operator;
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    /** Each check finds the verifier awake, however far the driver's clock has jumped. */
    private final AtomicLong looks = new AtomicLong();

    /** Whether the ledger throws whatever it is asked. */
    private boolean broken;

    private Instant now = START;

    LedgerOnTopics(String gateways) {
        this(gateways, Duration.ofDays(7));
    }

    /** @param retention how long settled requests are kept */
    LedgerOnTopics(String gateways, Duration retention) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test-" + UUID.randomUUID());
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, "target/ledger-" + UUID.randomUUID());
        Gateways described = gateways(gateways);
        Ledger ledger = Ledger.of(described);
        GatewayWatch watch = new GatewayWatch(described);
        LedgerProcessors processors = new LedgerProcessors(
                (before, observation, at) -> {
                    if (broken) {
                        throw new IllegalStateException("a bug");
                    }
                    return watch.decide(ledger, before, observation, at);
                },
                topics,
                new TimerSettings(LOOK, 500, new Retention(retention)),
                new LedgerMetrics(metrics),
                new CommitPaces(System::nanoTime),
                () -> looks.getAndAdd(Duration.ofMillis(900).toNanos()),
                restored -> {});
        driver = new TopologyTestDriver(
                LedgerTopology.of(topics, processors), properties, START.minus(LOOK.multipliedBy(LOOKS_UNTIL_AWAKE)));
        for (int i = 0; i < LOOKS_UNTIL_AWAKE; i++) {
            driver.advanceWallClockTime(LOOK);
        }
        accepted = driver.createInputTopic(topics.accepted().name(), new StringSerializer(), new ByteArraySerializer());
        operator = driver.createInputTopic(topics.actions().name(), new StringSerializer(), new ByteArraySerializer());
        outcomes = driver.createInputTopic(topics.outcomes().name(), new StringSerializer(), new ByteArraySerializer());
    }

    private static Gateways gateways(String yaml) {
        try {
            return GatewayFile.read(yaml);
        } catch (InvalidGatewayFile e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** From now on every decision fails. */
    void breakLedger() {
        broken = true;
    }

    void repairLedger() {
        broken = false;
    }

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
        driver.advanceWallClockTime(time);
    }

    static LedgerEvent payment(RequestId id) {
        return payment(id, START);
    }

    static LedgerEvent payment(RequestId id, Instant acceptedAt) {
        return request(id, RequestKind.PAYMENT, acceptedAt, acceptedAt.plusSeconds(30), null);
    }

    static LedgerEvent request(RequestId id, RequestKind kind, Instant deadline, Instant expiresAt) {
        return request(id, kind, START, deadline, expiresAt);
    }

    private static LedgerEvent request(
            RequestId id, RequestKind kind, Instant acceptedAt, Instant deadline, Instant expiresAt) {
        JsonNode document =
                Json.MAPPER.createObjectNode().put("amount", "12.50").put("reference", id.toString());
        return new LedgerEvent(
                id,
                1,
                acceptedAt,
                "ingest",
                new Fact.Accepted(
                        kind,
                        "default",
                        "key-" + id,
                        CanonicalJson.digest(CanonicalJson.of(document)),
                        "bank",
                        new BigDecimal("12.50"),
                        "JPY",
                        deadline,
                        expiresAt,
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                        document,
                        null));
    }

    /** A record that has lain unread since then. */
    void acceptLate(LedgerEvent event, Instant written) {
        accepted.pipeInput(
                event.requestId().toString(), topics.accepted().codec().encode(event), written.toEpochMilli());
    }

    void accept(LedgerEvent event) {
        accepted.pipeInput(
                event.requestId().toString(), topics.accepted().codec().encode(event), now.toEpochMilli());
    }

    void acceptBytes(String key, byte[] value) {
        accepted.pipeInput(key, value, now.toEpochMilli());
    }

    void report(RequestId id, int attempt, Outcome outcome) {
        Report report = new Report.AttemptReport(id, attempt, "bank", "sender-1", now(), outcome);
        outcomes.pipeInput(id.toString(), topics.outcomes().codec().encode(report), now.toEpochMilli());
    }

    void found(RequestId id, int inquiry, Finding finding) {
        Answer answer = new Answer(Category.OK, 200, null, finding.name(), 3, Map.of(), null, null);
        Report report = new Report.InquiryReport(id, inquiry, "bank", "sender-1", now(), finding, answer);
        outcomes.pipeInput(id.toString(), topics.outcomes().codec().encode(report), now.toEpochMilli());
    }

    void action(OperatorAction action) {
        operator.pipeInput(
                action.requestId().toString(), topics.actions().codec().encode(action), now.toEpochMilli());
    }

    List<Command> commands() {
        return read(topics.commands("bank"));
    }

    List<LedgerEvent> events() {
        return read(topics.ledger());
    }

    List<Result> results(RequestKind kind) {
        return read(topics.results(kind));
    }

    List<StatusChange> statuses() {
        return read(topics.statuses());
    }

    List<ActionRefusal> actionRefusals() {
        return read(topics.actionRefusals());
    }

    List<Alert> alerts() {
        return read(topics.alerts());
    }

    List<TestRecord<String, byte[]>> rawResults(RequestKind kind) {
        return output(topics.results(kind)).readRecordsToList();
    }

    double counted(String counter) {
        return metrics.get(counter).counter().count();
    }

    /** The value of a counter with this tag. */
    double counted(String counter, String tag, String value) {
        return metrics.get(counter).tag(tag, value).counter().count();
    }

    Entry entry(RequestId id) {
        return driver.<String, Entry>getKeyValueStore("entries").get(id.toString());
    }

    /** How many timers are set. */
    long waiting() {
        return dueKeys().stream().filter(key -> key.get()[0] >= 0).count();
    }

    /** How many settled requests are scheduled for removal. */
    long remembered() {
        return dueKeys().stream().filter(key -> key.get()[0] == Byte.MIN_VALUE).count();
    }

    private List<Bytes> dueKeys() {
        List<Bytes> keys = new ArrayList<>();
        try (var due = driver.<Bytes, byte[]>getKeyValueStore("due").all()) {
            due.forEachRemaining(each -> keys.add(each.key));
        }
        return keys;
    }

    List<Object> documents() {
        List<Object> all = new ArrayList<>();
        try (var documents = driver.getKeyValueStore("documents").all()) {
            documents.forEachRemaining(each -> all.add(each.value));
        }
        return all;
    }

    private <T> List<T> read(Topic<T> topic) {
        Codec<T> codec = topic.codec();
        return output(topic).readValuesToList().stream().map(codec::decode).toList();
    }

    private TestOutputTopic<String, byte[]> output(Topic<?> topic) {
        return driver.createOutputTopic(topic.name(), new StringDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        driver.close();
    }
}
