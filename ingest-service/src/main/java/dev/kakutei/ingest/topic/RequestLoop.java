package dev.kakutei.ingest.topic;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.ingest.metrics.TopicMetrics;
import dev.kakutei.store.consume.LagProbe;
import dev.kakutei.store.consume.ReaderProgress;
import dev.kakutei.store.consume.ReaderThread;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer's turns: poll, store, publish what was rejected, and only then commit the offset. Whatever fails, the whole
 * batch is read again: there is no state between two turns, so losing a partition loses nothing.
 */
final class RequestLoop implements ReaderThread.Reader {
    private static final Logger log = LoggerFactory.getLogger(RequestLoop.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final RecordReader reader;
    private final Intake intake;
    private final Function<List<RejectionWriter.KeyedRejection>, Optional<String>> rejections;
    private final TopicMetrics metrics;
    private final ReaderProgress progress;
    private final LagProbe probe;
    private final InstantSource clock;

    /** @param rejections publishes them, and returns what went wrong, if anything */
    RequestLoop(
            Consumer<byte[], byte[]> consumer,
            RecordReader reader,
            Intake intake,
            Function<List<RejectionWriter.KeyedRejection>, Optional<String>> rejections,
            TopicMetrics metrics,
            ReaderProgress progress,
            InstantSource clock) {
        this.consumer = consumer;
        this.reader = reader;
        this.intake = intake;
        this.rejections = rejections;
        this.metrics = metrics;
        this.progress = progress;
        this.probe = new LagProbe(consumer, progress);
        this.clock = clock;
    }

    @Override
    public boolean turn() {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
            metrics.oldest(Instant.ofEpochMilli(oldest(records)));
            Optional<String> problem = take(records);
            if (problem.isPresent()) {
                log.warn("Requests on the topic wait: {}; reading them again", problem.get());
                progress.failed(problem.get());
                readAgain(records);
                return false;
            }
            commit(records);
            Failpoint.TOPIC_POSITION_COMMITTED.reached();
            progress.made(LagProbe.lag(consumer));
        }
        if (LagProbe.lag(consumer) == 0) {
            metrics.upToDate();
        }
        probe.check();
        return true;
    }

    /** Returns what must be waited for, if anything. */
    private Optional<String> take(ConsumerRecords<byte[], byte[]> records) {
        Instant now = clock.instant();
        List<DecodedRecord> decoded = new ArrayList<>(records.count());
        records.forEach(record -> decoded.add(reader.read(record, now)));
        List<RecordOutcome> outcomes = intake.take(decoded);
        Failpoint.TOPIC_STORED.reached();
        List<RejectionWriter.KeyedRejection> rejected = new ArrayList<>();
        for (int i = 0; i < decoded.size(); i++) {
            DecodedRecord record = decoded.get(i);
            RecordOutcome outcome = outcomes.get(i);
            if (outcome.type() == RecordOutcome.Type.WAITS) {
                return Optional.of(outcome.waitsFor());
            }
            if (outcome.type() == RecordOutcome.Type.REJECTED) {
                rejected.add(new RejectionWriter.KeyedRejection(
                        record.record().key(), record.rejected(outcome.problem(), now)));
            }
        }
        Optional<String> problem = rejections.apply(rejected);
        Failpoint.TOPIC_REJECTIONS_PUBLISHED.reached();
        if (problem.isEmpty()) {
            outcomes.forEach(outcome -> metrics.ended(
                    outcome.type().name().toLowerCase(Locale.ROOT),
                    outcome.problem() == null ? "" : outcome.problem().type()));
        }
        return problem;
    }

    private void readAgain(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            consumer.seek(partition, records.records(partition).get(0).offset());
        }
    }

    /** A commit that fails only leads to a repetition: the next reader of these records finds their keys in use. */
    private void commit(ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> ofIt = records.records(partition);
            next.put(partition, new OffsetAndMetadata(ofIt.get(ofIt.size() - 1).offset() + 1));
        }
        try {
            consumer.commitSync(next);
        } catch (CommitFailedException | RebalanceInProgressException | TimeoutException e) {
            log.info(
                    "Committing the offsets of {} records failed: {}; they may be read again",
                    records.count(),
                    e.getMessage());
        }
    }

    private static long oldest(ConsumerRecords<byte[], byte[]> records) {
        long oldest = Long.MAX_VALUE;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            oldest = Math.min(oldest, record.timestamp());
        }
        return oldest;
    }
}
