package dev.kakutei.verifier;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The settings of Kafka Streams, and their reasons. */
final class StreamsSettings {
    /** After this a silent instance counts as gone, and others take over its partitions. */
    static final Duration SESSION_TIMEOUT = Duration.ofSeconds(10);

    private StreamsSettings() {}

    static Map<String, Object> of(VerifierConfig config, int recovery) {
        Map<String, Object> settings = config.kafka().clientProperties(config.instance());
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, VerifierConfig.applicationId(config.kafka(), recovery));
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir().toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.threads());
        settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, config.standbys());
        settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, config.kafka().replication());
        settings.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, config.commitInterval().toMillis());
        // Each request passes a store a few times within moments; a cache would only delay what goes to the changelog.
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        // What was decided just now must not wait for a poll to end: timers and commits come between polls.
        settings.put(StreamsConfig.POLL_MS_CONFIG, 10L);
        // Processing more than this between two looks at the clock would hold up timers and commits.
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 1000);
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), (int)
                SESSION_TIMEOUT.toMillis());
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 2_000);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        // A commit sends what is pending at once; consumers may not read it before, so sending it in parts gains
        // nothing.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), (int)
                config.commitInterval().toMillis());
        // Room for all that one commit sends to a partition: fewer requests, and fewer second batches that a broker
        // rejects for a retry while the first one waits to be admitted to the transaction.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 256 * 1024);
        // A producer that is rejected because the last transaction has not ended need not wait longer than that takes.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), 20L);
        settings.put(StreamsConfig.topicPrefix(TopicConfig.CLEANUP_POLICY_CONFIG), "compact");
        settings.put(
                StreamsConfig.topicPrefix(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG),
                Integer.toString(config.kafka().minInsyncReplicas()));
        return settings;
    }
}
