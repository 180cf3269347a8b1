package dev.kakutei.ingest.topic;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.ingest.metrics.TopicMetrics;
import dev.kakutei.store.consume.ReaderProgress;
import dev.kakutei.store.consume.ReaderThread;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * Accepts requests from the request topic for as long as it is open. Any number of instances share the partitions. While
 * Postgres or Kafka is unavailable it waits, and then continues where it was. Made without connecting.
 */
public final class RequestTopicListener implements AutoCloseable {
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private final TopicConfig config;
    private final KafkaConfig kafka;
    private final RecordReader reader;
    private final Intake intake;
    private final RejectionWriter rejections;
    private final TopicMetrics metrics;
    private final ReaderProgress progress;
    private final InstantSource clock;
    private final ReaderThread thread;

    public RequestTopicListener(
            TopicConfig config,
            KafkaConfig kafka,
            RecordReader reader,
            Intake intake,
            TopicMetrics metrics,
            InstantSource clock) {
        this.config = config;
        this.kafka = kafka;
        this.reader = reader;
        this.intake = intake;
        this.rejections = new RejectionWriter(kafka);
        this.metrics = metrics;
        this.progress = new ReaderProgress(config.progressTimeout());
        this.clock = clock;
        this.thread = new ReaderThread("ingest-topic", this::consumer, this::loop, progress::failed);
    }

    public void start() {
        metrics.lag(progress::lag);
        metrics.age(clock);
        progress.made(0);
        thread.start();
    }

    public Optional<String> problem() {
        return progress.problem();
    }

    @Override
    public void close() {
        thread.close();
        rejections.close();
    }

    private RequestLoop loop(Consumer<byte[], byte[]> consumer) {
        consumer.subscribe(List.of(kafka.topics().requests().name()));
        return new RequestLoop(consumer, reader, intake, rejections::publish, metrics, progress, clock);
    }

    private Consumer<byte[], byte[]> consumer() {
        // A producer may abort its transaction; only what it committed is a request. What was published before the
        // first
        // start is not skipped.
        Map<String, Object> properties = KafkaClients.memberProperties(kafka, "ingest-topic", config.group());
        // A dead instance is noticed as soon as in the other groups; Kafka's default is 45 s.
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, config.records());
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MAX_BYTES);
        return KafkaClients.consumer(properties);
    }
}
