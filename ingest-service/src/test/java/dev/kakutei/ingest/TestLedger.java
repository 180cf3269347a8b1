package dev.kakutei.ingest;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The verifier as seen from here: the real rules, on the real topics, without Kafka Streams. It carries out actions, and
 * brings requests into whatever state a test needs. It can be paused.
 */
public final class TestLedger implements AutoCloseable {
    private static final Answer LOST =
            new Answer(Category.NO_ANSWER, null, "timeout", "lost", 12, Map.of(), null, null);

    private final KafkaConfig kafka;
    private final Ledger ledger;
    private final LedgerTable table;
    private final Map<RequestId, Entry> entries = new ConcurrentHashMap<>();
    private final List<OperatorAction> actions = new ArrayList<>();
    private final KafkaProducer<String, byte[]> producer;
    private final Semaphore awake = new Semaphore(1);
    private final Thread thread = new Thread(this::run, "test-ledger");
    private volatile boolean closed;

    public TestLedger(IngestConfig config, TestStore store) {
        this.kafka = config.kafka();
        this.ledger = Ledger.of(config.gateways().gateways());
        this.table = new LedgerTable(store.database());
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap(), "acks", "all"),
                new StringSerializer(),
                new ByteArraySerializer());
        thread.setDaemon(true);
        thread.start();
    }

    /** A request as the store takes it; nothing has been done about it yet. */
    public Entry accepted(NewRequest request) {
        table.accept(List.of(request));
        Entry entry = request.entry();
        entries.put(entry.id(), entry);
        return entry;
    }

    /** The outcome cannot be determined; a person must decide. Returns when Postgres shows it. */
    public Entry withAPerson(NewRequest request) {
        Entry entry = doubted(request);
        return shown(record(entry.id(), new Fact.VerificationFailed("the outcome cannot be determined", LOST)));
    }

    /** The gateway will be asked. */
    public Entry doubted(NewRequest request) {
        Entry entry = accepted(request);
        Instant now = Instant.now();
        record(entry.id(), new Fact.AttemptStarted(1, now.plusSeconds(10), now.plusSeconds(60)));
        return shown(record(entry.id(), new Fact.OutcomeUnknown(1, LOST, now.plusSeconds(3600))));
    }

    /** Another attempt will be made, in an hour. */
    public Entry retrying(NewRequest request) {
        Entry entry = accepted(request);
        Instant now = Instant.now();
        record(entry.id(), new Fact.AttemptStarted(1, now.plusSeconds(10), now.plusSeconds(60)));
        return shown(record(entry.id(), new Fact.AttemptDeferred(1, LOST, Outcome.Doubt.NONE, now.plusSeconds(3600))));
    }

    /** A rule holds it, and no approver has decided yet. */
    public Entry pendingApproval(NewRequest request) {
        Entry entry = accepted(request);
        return shown(record(entry.id(), new ApprovalFact.Requested("large", 1, null, ApprovalFact.Lapse.ALERT)));
    }

    /** One that was accepted by a listener. */
    public void knows(Entry entry) {
        entries.put(entry.id(), entry);
    }

    /** Many at once. */
    public List<Entry> retrying(List<NewRequest> requests) {
        table.accept(requests);
        requests.forEach(request -> entries.put(request.id(), request.entry()));
        Instant now = Instant.now();
        for (NewRequest request : requests) {
            note(request.id(), new Fact.AttemptStarted(1, now.plusSeconds(10), now.plusSeconds(60)));
            note(request.id(), new Fact.AttemptDeferred(1, LOST, Outcome.Doubt.NONE, now.plusSeconds(3600)));
        }
        producer.flush();
        List<Entry> all =
                requests.stream().map(request -> entries.get(request.id())).toList();
        all.forEach(this::shown);
        return all;
    }

    /** Something happens to it. */
    public Entry record(RequestId id, Fact fact) {
        Entry entry = note(id, fact);
        producer.flush();
        return entry;
    }

    private synchronized Entry note(RequestId id, Fact fact) {
        Entry entry = entries.get(id);
        LedgerEvent event = new LedgerEvent(id, entry.seq() + 1, Instant.now(), "verifier", fact);
        entries.put(id, entry.apply(event));
        publish(kafka.topics().ledger(), id, event);
        return entries.get(id);
    }

    public Entry shown(Entry entry) {
        Await.until(
                "Postgres shows it",
                () -> table.find(entry.client(), entry.idempotencyKey())
                        .filter(found -> found.seq() >= entry.seq())
                        .isPresent());
        return entry;
    }

    public Entry entry(RequestId id) {
        return entries.get(id);
    }

    /** Every action that was read from the topic, in order. */
    public synchronized List<OperatorAction> actions() {
        return List.copyOf(actions);
    }

    /** Actions stay on the topic until it wakes. */
    public void rest() {
        awake.acquireUninterruptibly();
    }

    public void wake() {
        awake.release();
    }

    /** An action that comes once more. */
    public void repeat(OperatorAction action) {
        publish(kafka.topics().actions(), action.requestId(), action);
        producer.flush();
    }

    @Override
    public void close() {
        closed = true;
        Await.until("the ledger's thread ends", () -> !thread.isAlive());
        producer.close();
    }

    private void run() {
        Topic<OperatorAction> topic = kafka.topics().actions();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrap(), "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < topic.partitions(); i++) {
                partitions.add(new TopicPartition(topic.name(), i));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!closed) {
                consumer.poll(Duration.ofMillis(20))
                        .forEach(record -> decide(topic.codec().decode(record.value())));
            }
        }
    }

    private void decide(OperatorAction action) {
        awake.acquireUninterruptibly();
        awake.release();
        synchronized (this) {
            actions.add(action);
            Decision decision = ledger.decide(
                    entries.get(action.requestId()), new Observation.ActionRequested(action), Instant.now());
            if (decision.entry() != null) {
                entries.put(action.requestId(), decision.entry());
            }
            decision.events().forEach(event -> publish(kafka.topics().ledger(), action.requestId(), event));
            decision.effects().stream()
                    .filter(Effect.Refuse.class::isInstance)
                    .forEach(effect -> publish(
                            kafka.topics().actionRefusals(), action.requestId(), ((Effect.Refuse) effect).refusal()));
        }
    }

    private <T> void publish(Topic<T> topic, RequestId id, T message) {
        producer.send(
                new ProducerRecord<>(topic.name(), id.toString(), topic.codec().encode(message)));
        producer.flush();
    }
}
