package dev.kakutei.verifier;

import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.verifier.ledger.CommitPaces;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of Kafka Streams, as it would make them itself. Streams does not report its commits: the producers of its
 * threads do.
 */
final class CommitWatchedClients implements KafkaClientSupplier {
    private final CommitPaces paces;

    CommitWatchedClients(CommitPaces paces) {
        this.paces = paces;
    }

    @Override
    public Admin getAdmin(Map<String, Object> settings) {
        return Admin.create(settings);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> settings) {
        return new WatchedProducer(settings, paces);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> settings) {
        return KafkaClients.consumer(settings);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> settings) {
        return KafkaClients.consumer(settings);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> settings) {
        return KafkaClients.consumer(settings);
    }

    /** A stream thread flushes only in order to commit. */
    private static final class WatchedProducer extends KafkaProducer<byte[], byte[]> {
        private final CommitPaces paces;

        WatchedProducer(Map<String, Object> settings, CommitPaces paces) {
            super(settings, new ByteArraySerializer(), new ByteArraySerializer());
            this.paces = paces;
        }

        @Override
        public void flush() {
            paces.commitBegins();
            super.flush();
        }

        @Override
        public void commitTransaction() {
            super.commitTransaction();
            paces.committed();
        }
    }
}
