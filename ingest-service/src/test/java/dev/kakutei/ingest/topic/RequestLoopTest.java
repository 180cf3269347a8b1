package dev.kakutei.ingest.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.metrics.TopicMetrics;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.store.Requests;
import dev.kakutei.store.accept.Acceptance;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.consume.ReaderProgress;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One consumer's turns (SPEC A8), with a store and a rejections topic that the test scripts. */
class RequestLoopTest {
    private static final TopicPartition PARTITION = new TopicPartition("requests", 0);
    private static final Instant NOW = Requests.T0;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TopicMetrics metrics = new TopicMetrics(registry);
    private final ReaderProgress progress = new ReaderProgress(Duration.ofMinutes(1));
    private final Map<String, Entry> stored = new HashMap<>();
    private final List<List<String>> transactions = new ArrayList<>();
    private final List<Rejection> rejected = new ArrayList<>();
    /** What goes wrong next, with the store and with the rejections topic; empty when nothing does. */
    private final Deque<Acceptance> storeFaults = new ArrayDeque<>();

    private final Deque<String> kafkaFaults = new ArrayDeque<>();
    private final Deque<RuntimeException> findFaults = new ArrayDeque<>();
    private RequestLoop loop;
    private long end;

    @BeforeEach
    void open() {
        loop = new RequestLoop(
                consumer,
                reader(),
                new Intake(this::store, this::find),
                this::publishRejections,
                metrics,
                progress,
                InstantSource.fixed(NOW));
        metrics.age(InstantSource.fixed(NOW));
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, 0L));
    }

    @Test
    void turn_goodRecords_areStoredInOneTransactionAndThenCommitted() {
        publish(Bodies.payment("a", Bodies.PAYMENT), Bodies.payment("b", Bodies.PAYMENT));
        publish(Bodies.good("order", Bodies.ORDER, Map.of("KIND", "order", "Idempotency-Key", "\"c\"")));

        assertThat(loop.turn()).isTrue();

        assertThat(transactions).containsExactly(List.of("a", "b", "c"));
        assertThat(committed()).isEqualTo(3);
        assertThat(rejected).isEmpty();
        assertThat(count("accepted", "")).isEqualTo(3);
    }

    @Test
    void turn_headers_areTaken() {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        publish(Bodies.good(
                "all headers",
                Bodies.PAYMENT,
                Map.of(
                        "kind", "payment",
                        "idempotency-key", "a",
                        "client", "shop",
                        "connect-timeout-ms", "120000",
                        "traceparent", trace)));
        publish(Bodies.good(
                "key in the body",
                Bodies.PAYMENT.replace("{", "{\"idempotency_key\":\"b\","),
                Map.of("kind", "payment", "connect-timeout-ms", "soon", "traceparent", "none")));

        loop.turn();

        Entry all = stored.get("a");
        assertThat(all.client()).isEqualTo("shop");
        assertThat(all.deadline()).isEqualTo(NOW.plusSeconds(120));
        assertThat(all.traceparent()).startsWith(trace.substring(0, 36)).isNotEqualTo(trace);
        Entry bare = stored.get("b");
        assertThat(bare.client()).isEqualTo("default");
        assertThat(bare.deadline()).isEqualTo(NOW.plusSeconds(30));
        assertThat(TraceContext.parse(bare.traceparent()))
                .as("a trace of its own")
                .isPresent();
    }

    static List<Bodies.Row> poison() {
        return Bodies.poison();
    }

    @ParameterizedTest
    @MethodSource("poison")
    void turn_poison_isRejectedWithTheFieldAndHoldsNothingUp(Bodies.Row bad) {
        publish(Bodies.payment("before", Bodies.PAYMENT), bad, Bodies.payment("after", Bodies.PAYMENT));

        assertThat(loop.turn()).isTrue();

        assertThat(stored).containsOnlyKeys("before", "after");
        assertThat(committed()).isEqualTo(3);
        assertThat(rejected).hasSize(1);
        Rejection rejection = rejected.get(0);
        assertThat(rejection.problem().type()).isEqualTo("urn:kakutei:problem:" + bad.problem());
        assertThat(rejection.problem().errors())
                .extracting(violation -> violation.field())
                .isEqualTo(bad.field() == null ? List.of() : List.of(bad.field()));
        assertThat(rejection.origin().place()).isEqualTo("requests/0/1");
        assertThat(rejection.origin().key()).isEqualTo("key");
        assertThat(rejection.origin().bytes()).isEqualTo(bad.value() == null ? 0 : bad.value().length);
        byte[] wire = Codecs.REJECTION.encode(rejection);
        assertThat(Codecs.REJECTION.decode(wire)).isEqualTo(rejection);
        assertThat(new String(wire, UTF_8)).doesNotContain("tok_visa");
        assertThat(count("rejected", bad.problem())).isEqualTo(1);
    }

    @Test
    void turn_tenThousandFaultsInOneRecord_isARejectionThatFits() {
        StringBuilder body = new StringBuilder("{");
        for (int i = 0; i < 10_000; i++) {
            body.append("\"x").append(i).append("\":1,");
        }
        publish(Bodies.payment("k", body + Bodies.PAYMENT.substring(1)));

        loop.turn();

        assertThat(rejected.get(0).problem().detail()).contains("10000 fields");
        assertThat(rejected.get(0).problem().errors()).hasSize(50);
    }

    @Test
    void turn_sameKey_firstOneWinsAndRepetitionsAreAbsorbed() {
        String other = Bodies.PAYMENT.replace("1200.00", "9");
        publish(
                Bodies.payment("k", Bodies.PAYMENT),
                Bodies.payment("k", other),
                Bodies.payment("k", " " + Bodies.PAYMENT));

        loop.turn();

        assertThat(stored.get("k").amount()).hasToString("1200.00");
        assertThat(rejected).hasSize(1);
        assertThat(rejected.get(0).origin().offset()).isEqualTo(1);
        assertThat(rejected.get(0).problem().status()).isEqualTo(409);
        assertThat(rejected.get(0).idempotencyKey()).isEqualTo("k");
        assertThat(count("same", "")).isEqualTo(1);
    }

    /** It was taken before it expired; that it comes again is no fault. */
    @Test
    void turn_expiredSinceItWasTaken_isAbsorbed() {
        String expiring = Bodies.PAYMENT.replace("{", "{\"expires_at\":\"2020-01-01T00:00:00Z\",");
        publish(Bodies.payment("k", Bodies.PAYMENT));
        loop.turn();
        Admission.Admitted known = reader().read(
                        record(Bodies.payment("old", expiring), 9), Instant.parse("2019-01-01T00:00:00Z"))
                .admitted();
        stored.put("old", known.request().entry());

        publish(
                Bodies.payment("old", expiring),
                Bodies.payment("old", expiring.replace("1200", "1")),
                Bodies.payment("new", expiring));
        loop.turn();

        assertThat(rejected)
                .extracting(rejection ->
                        rejection.origin().offset() + " " + rejection.problem().status())
                .containsExactly("2 409", "3 400");
        assertThat(count("same", "")).isEqualTo(1);
    }

    @Test
    void turn_storeAway_waitsAndReadsTheWholeBatchAgain() {
        publish(
                Bodies.payment("a", Bodies.PAYMENT),
                Bodies.bad("bad", null, Map.of(), "invalid-request", "kind"),
                Bodies.payment("b", Bodies.PAYMENT));
        storeFaults.add(new Acceptance.Unavailable("gone"));
        storeFaults.add(new Acceptance.Shed(Acceptance.Shed.Cause.WAL));

        assertThat(loop.turn()).isFalse();
        republish();
        assertThat(loop.turn()).isFalse();

        assertThat(committed()).isZero();
        assertThat(rejected).isEmpty();
        assertThat(registry.get(TopicMetrics.AGE).gauge().value()).isEqualTo(5);
        republish();
        assertThat(loop.turn()).isTrue();
        assertThat(stored).containsOnlyKeys("a", "b");
        assertThat(rejected).hasSize(1);
        assertThat(committed()).isEqualTo(3);
        assertThat(registry.get(TopicMetrics.AGE).gauge().value()).isZero();
    }

    @Test
    void turn_rejectionsCannotBePublished_waitsAndAbsorbsWhatWasStored() {
        publish(Bodies.payment("a", Bodies.PAYMENT), Bodies.bad("bad", null, Map.of(), "invalid-request", "kind"));
        kafkaFaults.add("no acknowledgement");

        assertThat(loop.turn()).isFalse();

        assertThat(stored).containsOnlyKeys("a");
        assertThat(committed()).isZero();
        republish();
        assertThat(loop.turn()).isTrue();
        assertThat(rejected).hasSize(1);
        assertThat(committed()).isEqualTo(2);
        assertThat(count("same", "")).isEqualTo(1);
    }

    @Test
    void turn_lookingUpFails_waitsForTheStoreAndRejectsAtAFaultOfOurs() {
        publish(Bodies.payment("k", Bodies.PAYMENT.replace("{", "{\"gateway\":\"nowhere\",")));
        findFaults.add(new StoreUnavailable(new SQLException("gone")));
        findFaults.add(new IllegalStateException("a bug"));

        assertThat(loop.turn()).isFalse();
        republish();
        assertThat(loop.turn()).isTrue();
        assertThat(rejected.get(0).problem().status()).isEqualTo(500);
        assertThat(committed()).isEqualTo(1);
    }

    @Test
    void turn_storeBreaksAtOne_rejectsItAndGoesOn() {
        publish(Bodies.payment("a", Bodies.PAYMENT));
        storeFaults.add(new Acceptance.Broken("a bug"));
        loop.turn();
        publish(Bodies.payment("b", Bodies.PAYMENT));
        storeFaults.add(new Acceptance.Unstorable("SQLSTATE 22021"));
        loop.turn();

        assertThat(rejected)
                .extracting(rejection -> rejection.problem().status())
                .containsExactly(500, 422);
        assertThat(committed()).isEqualTo(2);
    }

    private List<Acceptance> store(List<NewRequest> requests) {
        transactions.add(requests.stream()
                .map(request -> request.fact().idempotencyKey())
                .toList());
        if (!storeFaults.isEmpty()) {
            Acceptance fault = storeFaults.poll();
            return requests.stream().map(request -> fault).toList();
        }
        return requests.stream()
                .map(request -> {
                    Entry holder = stored.putIfAbsent(request.fact().idempotencyKey(), request.entry());
                    if (holder == null) {
                        return (Acceptance) new Acceptance.Accepted(request.entry());
                    }
                    return request.sameAs(holder) ? new Acceptance.Same(holder) : new Acceptance.Conflict(holder);
                })
                .toList();
    }

    private Optional<Entry> find(String client, String key) {
        if (!findFaults.isEmpty()) {
            throw findFaults.poll();
        }
        return Optional.ofNullable(stored.get(key));
    }

    private Optional<String> publishRejections(List<RejectionWriter.KeyedRejection> rejections) {
        if (!kafkaFaults.isEmpty()) {
            return Optional.of(kafkaFaults.poll());
        }
        rejections.forEach(one -> rejected.add(one.rejection()));
        return Optional.empty();
    }

    private final List<ConsumerRecord<byte[], byte[]>> published = new ArrayList<>();

    private void publish(Bodies.Row... rows) {
        for (Bodies.Row row : rows) {
            published.add(record(row, end++));
            consumer.addRecord(published.get(published.size() - 1));
        }
        consumer.updateEndOffsets(Map.of(PARTITION, end));
    }

    /** Kafka's fake forgets what it has handed out. */
    private void republish() {
        published.forEach(consumer::addRecord);
    }

    private static ConsumerRecord<byte[], byte[]> record(Bodies.Row row, long offset) {
        return new ConsumerRecord<>(
                PARTITION.topic(),
                PARTITION.partition(),
                offset,
                NOW.minusSeconds(5).toEpochMilli(),
                TimestampType.CREATE_TIME,
                3,
                row.value() == null ? 0 : row.value().length,
                "key".getBytes(UTF_8),
                row.value(),
                new RecordHeaders(row.headers()),
                Optional.empty());
    }

    private static RecordReader reader() {
        try {
            Gateways gateways = GatewayFile.read(Files.readString(TestService.gatewayFile()));
            Admission admission =
                    new Admission(() -> gateways, new DeadlineRule(Duration.ofSeconds(30), Duration.ofMinutes(5)));
            return new RecordReader(admission, new RequestBodyReader(256 * 1024));
        } catch (IOException | InvalidGatewayFile e) {
            throw new IllegalStateException(e);
        }
    }

    private long committed() {
        var offset = consumer.committed(Set.of(PARTITION)).get(PARTITION);
        return offset == null ? 0 : offset.offset();
    }

    private double count(String ending, String reason) {
        return registry.counter(TopicMetrics.RECORDS, "ending", ending, "reason", reason)
                .count();
    }
}
