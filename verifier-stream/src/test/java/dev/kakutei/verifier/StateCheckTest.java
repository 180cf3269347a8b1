package dev.kakutei.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.RestoredState;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.verifier.ledger.ChangelogRecords;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC H3 on real Kafka: a difference between state and ledger topic counts only if it is no transaction that is just
 * ending.
 */
class StateCheckTest {
    private static final String DIGEST = "0".repeat(64);
    private static final Duration LIMIT = VerifierRig.LIMIT;

    @TempDir
    private Path folder;

    private final Map<RequestId, Entry> entries = new ConcurrentHashMap<>();
    private final CountDownLatch compared = new CountDownLatch(1);
    private VerifierRig rig;
    private TopicPartition changelog;

    @BeforeEach
    void open() throws Exception {
        rig = new VerifierRig(folder, "1h");
        changelog = new TopicPartition(ChangelogRecords.entriesChangelog(rig.applicationId()), 0);
        try (Admin admin = Admin.create(rig.kafka().clientProperties("test-admin"))) {
            admin.createTopics(List.of(new NewTopic(changelog.topic(), 1, (short) 1)))
                    .all()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** The end of the transaction is in the ledger topic, and comes to the changelog after its first reading. */
    @Test
    void loss_transactionEndsLateInTheChangelog_stateIsReadAgainAfterItsEnd() throws Exception {
        StateCheck check = new StateCheck(rig.kafka(), 0, LIMIT);
        LedgerEvent event = decided();
        try (KafkaProducer<byte[], byte[]> verifier = transaction()) {
            CompletableFuture<Boolean> readable = CompletableFuture.supplyAsync(() -> check.loss(state()))
                    .handle((loss, failure) -> {
                        assertThat(failure)
                                .isInstanceOf(CompletionException.class)
                                .hasCauseInstanceOf(StreamsException.class)
                                .hasMessageContaining("is read again");
                        return end("read_committed") == end("read_uncommitted");
                    });
            assertThat(compared.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            verifier.commitTransaction();

            assertThat(readable.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("the second reading finds what was committed")
                    .isTrue();
        }
        entries.put(event.requestId(), Entry.begin(event));

        assertThat(check.loss(state())).isEmpty();
    }

    @Test
    void loss_secondReadingIsAsTheFirst_isReported() {
        StateCheck check = new StateCheck(rig.kafka(), 0, LIMIT);
        LedgerEvent event = decided();

        assertThatThrownBy(() -> check.loss(state())).isInstanceOf(StreamsException.class);
        assertThat(check.loss(state()).orElseThrow()).contains("event 1 of request " + event.requestId());
    }

    /** Another verifier may have decided in between, and its transaction be the one that is just ending. */
    @Test
    void loss_anotherEventIsLastAtTheSecondReading_stateIsReadAThirdTime() {
        StateCheck check = new StateCheck(rig.kafka(), 0, LIMIT);
        decided();
        assertThatThrownBy(() -> check.loss(state())).isInstanceOf(StreamsException.class);
        LedgerEvent later = decided();

        assertThatThrownBy(() -> check.loss(state())).isInstanceOf(StreamsException.class);
        assertThat(check.loss(state()).orElseThrow()).contains(later.requestId().toString());
    }

    /**
     * The changelog has lost the end of a transaction: it is not written a second time, and every reading stops before
     * it.
     */
    @Test
    void loss_transactionInTheChangelogNeverEnds_isReportedAtTheSecondReading() {
        StateCheck check = new StateCheck(rig.kafka(), 0, Duration.ofMillis(200));
        LedgerEvent event = decided();
        try (KafkaProducer<byte[], byte[]> verifier = transaction()) {
            assertThatThrownBy(() -> check.loss(state())).isInstanceOf(StreamsException.class);
            assertThat(check.loss(state()).orElseThrow()).contains("event 1 of request " + event.requestId());
            verifier.abortTransaction();
        }
    }

    private RestoredState state() {
        return new RestoredState(
                0,
                id -> {
                    compared.countDown();
                    return entries.get(id);
                },
                entries::containsKey,
                null);
    }

    /** On the ledger topic, whatever is in the changelog. */
    private LedgerEvent decided() {
        Instant now = Instant.now();
        LedgerEvent event = new LedgerEvent(
                VerifierRig.anyId(),
                1,
                now,
                "ingest",
                new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "shop",
                        "key",
                        DIGEST,
                        "bank",
                        new BigDecimal("12.50"),
                        "JPY",
                        now.plusSeconds(30),
                        null,
                        null,
                        NullNode.getInstance(),
                        null));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                rig.kafka().clientProperties("test"), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                    rig.topics().ledger().name(),
                    0,
                    event.requestId().toString().getBytes(UTF_8),
                    rig.topics().ledger().codec().encode(event)));
        }
        return event;
    }

    /** One that has written to the changelog, and is open. */
    private KafkaProducer<byte[], byte[]> transaction() {
        Map<String, Object> properties = rig.kafka().clientProperties("test-verifier");
        properties.put("transactional.id", rig.applicationId() + "-test");
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(changelog.topic(), 0, new byte[] {1}, new byte[] {2}));
        producer.flush();
        return producer;
    }

    private long end(String isolation) {
        Map<String, Object> properties = rig.kafka().clientProperties("test-end");
        properties.put("isolation.level", isolation);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return consumer.endOffsets(Set.of(changelog), LIMIT).get(changelog);
        }
    }
}
