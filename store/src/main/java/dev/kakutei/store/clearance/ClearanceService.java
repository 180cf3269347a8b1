package dev.kakutei.store.clearance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.Clearance;
import dev.kakutei.schemas.ClearanceRequest;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.consume.ReaderThread;
import dev.kakutei.store.database.Database;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests for clearance: each with a comparison that began after the request was read. Without a request it
 * compares every few seconds, and halts all services when records are missing. Where one of the stores cannot be
 * queried, there is no answer, and the service that asked goes on waiting.
 */
public final class ClearanceService implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClearanceService.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration FIRST = Duration.ofSeconds(60);
    private static final String ADVICE = ". Nothing is sent. Run ./kakutei recover (docs/guides/recovering.md)";
    private static final Duration STOP = Duration.ofSeconds(1);

    private final KafkaConfig kafka;
    private final Topic<ClearanceRequest> requests;
    private final Topic<Clearance> clearances;
    private final String instance;
    private final StoreCheck check;
    private final StoreAlert alert;
    private final InstantSource clock;
    private final ReaderThread thread;
    private final CountDownLatch compared = new CountDownLatch(1);
    private Producer<byte[], byte[]> producer;
    private long comparedAt;
    private volatile StoreCheck.Result last =
            new StoreCheck.Result(0, Optional.of("the stores were not compared yet"), Set.of(), Set.of());
    private volatile String failure;

    public ClearanceService(KafkaConfig kafka, Database database, String instance, InstantSource clock) {
        this.kafka = kafka;
        this.requests = kafka.topics().clearanceRequests();
        this.clearances = kafka.topics().clearances();
        this.instance = instance;
        this.check = new StoreCheck(kafka, database);
        this.alert = new StoreAlert(kafka.topics().alerts(), database);
        this.clock = clock;
        this.thread = new ReaderThread("ingest-clearance", this::consumer, this::reader, reason -> failure = reason);
    }

    /** Returns after the first comparison: a projection before that could take lost records for old ones. */
    public void start() {
        thread.start();
        try {
            if (!compared.await(FIRST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("Kafka could not be compared with Postgres: " + failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Why nothing may be sent, and what to do; empty where it may. */
    public Optional<String> halted() {
        return last.problem().map(problem -> problem + ADVICE);
    }

    /** The partitions of the ledger topic that have lost records, and are not projected before a recovery. */
    public Set<TopicPartition> lost() {
        return last.lost();
    }

    public int recovery() {
        return last.recovery();
    }

    @Override
    public void close() {
        thread.close();
        synchronized (this) {
            if (producer != null) {
                producer.close(STOP);
                producer = null;
            }
        }
    }

    private ReaderThread.Reader reader(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> all = IntStream.range(0, requests.partitions())
                .mapToObj(partition -> new TopicPartition(requests.name(), partition))
                .toList();
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        comparedAt = 0;
        return () -> turn(consumer.poll(compared.getCount() > 0 ? Duration.ZERO : POLL));
    }

    private boolean turn(ConsumerRecords<byte[], byte[]> records) {
        Map<String, ClearanceRequest> asked = new LinkedHashMap<>();
        records.forEach(record -> read(record).ifPresent(request -> asked.put(request.instance(), request)));
        boolean due = comparedAt == 0 || System.nanoTime() - comparedAt > EVERY.toNanos();
        if (asked.isEmpty() && !due) {
            return true;
        }
        try {
            asked.values().stream()
                    .map(ClearanceRequest::loss)
                    .filter(Objects::nonNull)
                    .forEach(check::report);
            compare();
            asked.values().forEach(request -> publish(answer(request.instance(), request.number())));
            return true;
        } catch (StoreUnavailable | KafkaException e) {
            failure = e.getMessage();
            log.warn("Kafka could not be compared with Postgres, so no service is cleared: {}", e.toString());
            return false;
        }
    }

    private void compare() {
        StoreCheck.Result result = check.compare();
        boolean changed = !result.problem().equals(last.problem());
        last = result;
        comparedAt = System.nanoTime();
        if (result.problem().isPresent() && changed) {
            log.error("Sending is halted: {}{}", result.problem().get(), ADVICE);
            publish(answer(null, 0));
            alert.raise(open(), result.problem().get() + ADVICE, clock.instant());
        } else if (result.problem().isEmpty()) {
            // Each time: the table may have the alert only after the problem is over.
            alert.resolve(open(), clock.instant());
        }
        compared.countDown();
    }

    private Clearance answer(String asker, long number) {
        StoreCheck.Result now = last;
        return new Clearance(
                asker,
                number,
                now.problem().isPresent() ? Clearance.Verdict.HALTED : Clearance.Verdict.CLEARED,
                now.recovery(),
                now.problem().map(problem -> problem + ADVICE).orElse(null),
                instance,
                clock.instant());
    }

    private void publish(Clearance answer) {
        byte[] key = answer.instance() == null ? null : answer.instance().getBytes(UTF_8);
        open().send(new ProducerRecord<>(
                clearances.name(), key, clearances.codec().encode(answer)));
    }

    private Optional<ClearanceRequest> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.of(requests.codec().decode(record.value()));
        } catch (Undecodable e) {
            log.error("Cannot read {}-{}@{}: {}", record.topic(), record.partition(), record.offset(), e.getMessage());
            return Optional.empty();
        }
    }

    private synchronized Producer<byte[], byte[]> open() {
        if (producer == null) {
            Map<String, Object> properties = kafka.clientProperties("ingest-clearance");
            properties.put("acks", "all");
            properties.put("linger.ms", 0);
            properties.put("max.block.ms", 5_000);
            properties.put("delivery.timeout.ms", 30_000);
            properties.put("request.timeout.ms", 10_000);
            producer = KafkaClients.producer(properties);
        }
        return producer;
    }

    private Consumer<byte[], byte[]> consumer() {
        return KafkaClients.consumer(
                KafkaClients.consumerProperties(kafka, "ingest-clearance", KafkaClients.Begin.LATEST));
    }
}
