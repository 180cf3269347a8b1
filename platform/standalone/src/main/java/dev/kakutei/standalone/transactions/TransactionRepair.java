package dev.kakutei.standalone.transactions;

import dev.kakutei.boot.KafkaConfig;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.WriteTxnMarkersRequest;
import org.apache.kafka.common.requests.WriteTxnMarkersResponse;

/**
 * Writes the markers that were left out, as they were decided.
 *
 * <p>It may be broken off anywhere and run again: each partition is ended by itself, always by the same decision. A
 * marker that another process wrote meanwhile is not written again by version 2 of the protocol, and is without effect
 * before.
 */
public final class TransactionRepair implements AutoCloseable {
    /** The newest that names topics instead of their ids. */
    private static final short FETCH_BY_NAME = 12;

    private static final int FETCH_WAIT_MILLIS = 500;
    private static final int FETCH_BYTES = 64 * 1024;

    private final KafkaConfig config;
    private final Admin admin;
    private final RawKafka raw;

    /** What hangs, and what is to be written. */
    public record Plan(HangingTransaction hanging, Node leader, MarkerDecision decision) {}

    /**
     * Everything that hangs.
     *
     * @param unread partitions that could not be read, and why
     */
    public record Plans(List<Plan> all, Map<TopicPartition, String> unread) {
        public Plans {
            all = List.copyOf(all);
            unread = Map.copyOf(unread);
        }
    }

    public TransactionRepair(KafkaConfig config) {
        this.config = config;
        this.admin = Admin.create(config.clientProperties("kakutei-repair"));
        this.raw = new RawKafka(config);
    }

    /**
     * Changes nothing.
     *
     * @param longest no transaction is left open by its coordinator for longer
     */
    public Plans plan(Duration longest) throws ExecutionException, TimeoutException, InterruptedException {
        TransactionReader.Seen seen = TransactionReader.look(admin, config, longest);
        if (seen.hanging().isEmpty()) {
            return new Plans(List.of(), seen.unread());
        }
        List<LogEntry> log = TransactionLogReader.read(config, seen.hanging());
        List<Plan> plans = new ArrayList<>();
        for (HangingTransaction hanging : seen.hanging()) {
            Node leader = seen.leaders().get(hanging.open().partition());
            plans.add(new Plan(hanging, leader, decide(hanging.open(), leader, log)));
        }
        return new Plans(plans, seen.unread());
    }

    /** Empty when the marker is written; otherwise why it is not, or that this is unknown. */
    public Optional<String> write(Plan plan, MarkerDecision.Marker marker) {
        OpenTransaction open = plan.hanging().open();
        WriteTxnMarkersRequest.TxnMarkerEntry entry = new WriteTxnMarkersRequest.TxnMarkerEntry(
                open.producerId(),
                marker.epoch(),
                open.coordinatorEpoch(),
                marker.result(),
                List.of(open.partition()),
                marker.version());
        try {
            WriteTxnMarkersResponse answer = (WriteTxnMarkersResponse)
                    raw.ask(plan.leader(), new WriteTxnMarkersRequest.Builder(List.of(entry)));
            Errors error = answer.errorsByProducerId()
                    .getOrDefault(open.producerId(), Map.of())
                    .getOrDefault(open.partition(), Errors.UNKNOWN_SERVER_ERROR);
            return error == Errors.NONE ? Optional.empty() : Optional.of(error + ": " + error.message());
        } catch (IOException | KafkaException e) {
            return Optional.of("no answer, it may have been written: " + e.getMessage());
        }
    }

    private MarkerDecision decide(OpenTransaction open, Node leader, List<LogEntry> log) {
        try {
            return first(open, leader)
                    .map(first -> Decisions.of(open, first, log))
                    .orElseGet(() -> new MarkerDecision.Unknown(
                            "the leader shows no record at its offset " + open.startOffset()));
        } catch (IOException | KafkaException e) {
            return new MarkerDecision.Unknown("its first record could not be read: " + e.getMessage());
        }
    }

    private Optional<FirstBatch> first(OpenTransaction open, Node leader) throws IOException {
        FetchRequest.PartitionData from = new FetchRequest.PartitionData(
                Uuid.ZERO_UUID,
                open.startOffset(),
                FetchResponse.INVALID_LOG_START_OFFSET,
                FETCH_BYTES,
                Optional.empty());
        FetchResponse answer = (FetchResponse) raw.ask(
                leader,
                FetchRequest.Builder.forConsumer(FETCH_BY_NAME, FETCH_WAIT_MILLIS, 1, Map.of(open.partition(), from)));
        FetchResponseData.PartitionData data =
                answer.data().responses().get(0).partitions().get(0);
        Errors error = Errors.forCode(data.errorCode());
        if (error != Errors.NONE) {
            throw error.exception();
        }
        for (RecordBatch batch : FetchResponse.recordsOrFail(data).batches()) {
            if (batch.lastOffset() >= open.startOffset()) {
                return Optional.of(new FirstBatch(
                        batch.producerId(), batch.producerEpoch(), Instant.ofEpochMilli(batch.maxTimestamp())));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        raw.close();
        admin.close(Duration.ofSeconds(5));
    }
}
