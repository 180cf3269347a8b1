package dev.kakutei.standalone.transactions;

import dev.kakutei.boot.KafkaConfig;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.Selectable;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/**
 * Requests that no public client of Kafka sends, to one broker at a time: Kafka's own tool can only abort, and no
 * consumer shows the epoch of a batch.
 */
final class RawKafka implements AutoCloseable {
    private static final String NAME = "kakutei-repair";
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final int CONNECT_MILLIS = 10_000;
    private static final int BACKOFF_MILLIS = 100;

    private final Metrics metrics = new Metrics();
    private final NetworkClient client;

    /** Connects to no broker yet. */
    RawKafka(KafkaConfig config) {
        LogContext log = new LogContext();
        AdminClientConfig settings = new AdminClientConfig(config.clientProperties(NAME));
        Selector selector = new Selector(
                TIMEOUT_MILLIS * 2L,
                metrics,
                Time.SYSTEM,
                NAME,
                ClientUtils.createChannelBuilder(settings, Time.SYSTEM, log),
                log);
        client = new NetworkClient(
                selector,
                new ManualMetadataUpdater(List.of()),
                NAME,
                1,
                BACKOFF_MILLIS,
                BACKOFF_MILLIS,
                Selectable.USE_DEFAULT_BUFFER_SIZE,
                Selectable.USE_DEFAULT_BUFFER_SIZE,
                TIMEOUT_MILLIS,
                CONNECT_MILLIS,
                CONNECT_MILLIS,
                Time.SYSTEM,
                true,
                new ApiVersions(),
                log,
                MetadataRecoveryStrategy.NONE);
    }

    /** @throws IOException when there is no answer: what was asked for may have been done */
    AbstractResponse ask(Node node, AbstractRequest.Builder<?> request) throws IOException {
        if (!NetworkClientUtils.awaitReady(client, node, Time.SYSTEM, TIMEOUT_MILLIS)) {
            throw new IOException("no connection to broker " + node);
        }
        return NetworkClientUtils.sendAndReceive(
                        client,
                        client.newClientRequest(node.idString(), request, Time.SYSTEM.milliseconds(), true),
                        Time.SYSTEM)
                .responseBody();
    }

    @Override
    public void close() {
        client.close();
        metrics.close();
    }
}
