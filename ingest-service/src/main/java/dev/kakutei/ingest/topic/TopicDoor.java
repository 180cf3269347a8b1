package dev.kakutei.ingest.topic;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.BodyReader;
import dev.kakutei.ingest.consume.Progress;
import dev.kakutei.ingest.consume.ReaderThread;
import dev.kakutei.ingest.meters.TopicMeters;
import dev.kakutei.ingest.store.Acceptance;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.ledger.Entry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Takes requests from the request topic for as long as it is open. Any number of instances share the partitions. Postgres
 * or Kafka may go away and come back: it waits, and goes on where it was. Made without connecting.
 */
public final class TopicDoor implements AutoCloseable {
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final TopicConfig config;
    private final KafkaConfig kafka;
    private final RecordReader reader;
    private final Intake intake;
    private final RejectionWriter rejections;
    private final TopicMeters meters;
    private final Progress progress;
    private final InstantSource clock;
    private final ReaderThread thread;

    /**
     * @param store stores all of them at once, and answers in their order
     * @param find the request of a client under a key; may throw that the store is away
     */
    public TopicDoor(
            TopicConfig config,
            KafkaConfig kafka,
            Admission admission,
            BodyReader bodies,
            Function<List<NewRequest>, List<Acceptance>> store,
            BiFunction<String, String, Optional<Entry>> find,
            TopicMeters meters,
            InstantSource clock) {
        this.config = config;
        this.kafka = kafka;
        this.reader = new RecordReader(admission, bodies);
        this.intake = new Intake(store, find);
        this.rejections = new RejectionWriter(kafka);
        this.meters = meters;
        this.progress = new Progress(config.patience());
        this.clock = clock;
        this.thread = new ReaderThread("ingest-topic", this::consumer, this::loop, progress::failed);
    }

    public void start() {
        meters.lag(progress::lag);
        meters.age(clock);
        progress.made(0);
        thread.start();
    }

    public Optional<String> trouble() {
        return progress.trouble();
    }

    @Override
    public void close() {
        thread.close();
        rejections.close();
    }

    private RequestLoop loop(Consumer<byte[], byte[]> consumer) {
        consumer.subscribe(List.of(kafka.topics().requests().name()));
        return new RequestLoop(consumer, reader, intake, rejections::tell, meters, progress, clock);
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = kafka.clientProperties("ingest-topic");
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, kafka.topics().prefix() + config.group());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // Whoever dies is missed as soon as in the other groups; Kafka's own time is 45 s.
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        // A producer may take back what it wrote in a transaction; only what it stands by is a request.
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // What was published before the first start is not passed over.
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, config.records());
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MOST_BYTES);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
