package dev.kakutei.ingest.project;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ingest.meters.IngestMeters;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps Postgres up with the ledger topic, for as long as it is open. Postgres or Kafka may go away and come back: it
 * goes on from the stored offset.
 */
public final class LedgerProjection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LedgerProjection.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration PARTING = Duration.ofSeconds(10);

    private final ProjectionConfig config;
    private final KafkaConfig kafka;
    private final Topic<LedgerEvent> topic;
    private final ProjectionTables tables;
    private final Quarantine quarantine;
    private final IngestMeters meters;
    private final Progress progress;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Consumer<byte[], byte[]> consumer;
    private Thread thread;

    public LedgerProjection(ProjectionConfig config, KafkaConfig kafka, Database database, IngestMeters meters) {
        this.config = config;
        this.kafka = kafka;
        this.topic = kafka.topics().ledger();
        this.tables = new ProjectionTables(database);
        this.quarantine = new Quarantine(meters);
        this.meters = meters;
        this.progress = new Progress(config.patience());
    }

    public void start() {
        meters.lag(progress::lag);
        progress.made(0);
        thread = new Thread(this::run, "ingest-projection");
        thread.setDaemon(true);
        thread.start();
    }

    public Optional<String> trouble() {
        return progress.trouble().or(quarantine::trouble);
    }

    @Override
    public void close() {
        closed.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        if (thread != null) {
            try {
                thread.join(PARTING.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        while (isOpen()) {
            try (Consumer<byte[], byte[]> fresh = consumer()) {
                consumer = fresh;
                ProjectionLoop loop = new ProjectionLoop(fresh, topic, tables, quarantine, meters, progress);
                loop.begin();
                while (isOpen()) {
                    if (loop.turn()) {
                        pause = FIRST_PAUSE;
                    } else {
                        pause = rest(pause);
                    }
                }
            } catch (WakeupException | InterruptException e) {
                // closing; the loop's condition tells
            } catch (RuntimeException e) {
                log.warn("the projection's consumer failed and is made anew", e);
                progress.failed(String.valueOf(e.getMessage()));
                pause = rest(pause);
            } finally {
                consumer = null;
            }
        }
    }

    /** Returns the pause after this one. */
    private Duration rest(Duration pause) {
        try {
            if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return pause;
            }
        } catch (InterruptedException e) {
            closed.countDown();
        }
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = kafka.clientProperties("ingest-projection");
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, kafka.topics().prefix() + config.group());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, config.records());
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
