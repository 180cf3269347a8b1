package dev.kakutei.ingest.topic;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.ingest.consume.Probe;
import dev.kakutei.ingest.consume.Progress;
import dev.kakutei.ingest.consume.ReaderThread;
import dev.kakutei.ingest.meters.TopicMeters;
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
 * One consumer's turns: poll, take, tell what was rejected, and only then move the offset. Whatever stands in the way, the
 * whole batch is read again: nothing is remembered here between two turns, so losing a partition loses nothing.
 */
final class RequestLoop implements ReaderThread.Reader {
    private static final Logger log = LoggerFactory.getLogger(RequestLoop.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final RecordReader reader;
    private final Intake intake;
    private final Function<List<RejectionWriter.Told>, Optional<String>> rejections;
    private final TopicMeters meters;
    private final Progress progress;
    private final Probe probe;
    private final InstantSource clock;

    /** @param rejections tells them, and answers what went wrong, if anything */
    RequestLoop(
            Consumer<byte[], byte[]> consumer,
            RecordReader reader,
            Intake intake,
            Function<List<RejectionWriter.Told>, Optional<String>> rejections,
            TopicMeters meters,
            Progress progress,
            InstantSource clock) {
        this.consumer = consumer;
        this.reader = reader;
        this.intake = intake;
        this.rejections = rejections;
        this.meters = meters;
        this.progress = progress;
        this.probe = new Probe(consumer, progress);
        this.clock = clock;
    }

    @Override
    public boolean turn() {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
            meters.oldest(Instant.ofEpochMilli(oldest(records)));
            Optional<String> trouble = take(records);
            if (trouble.isPresent()) {
                log.warn("requests on the topic wait: {}", trouble.get());
                progress.failed(trouble.get());
                readAgain(records);
                return false;
            }
            commit(records);
            Failpoint.TOPIC_POSITION_COMMITTED.reached();
            progress.made(Probe.lag(consumer));
        }
        if (Probe.lag(consumer) == 0) {
            meters.upToDate();
        }
        probe.look();
        return true;
    }

    /** Returns what must be waited for, if anything. */
    private Optional<String> take(ConsumerRecords<byte[], byte[]> records) {
        Instant now = clock.instant();
        List<Arrival> arrivals = new ArrayList<>(records.count());
        records.forEach(record -> arrivals.add(reader.read(record, now)));
        List<Ending> endings = intake.take(arrivals);
        Failpoint.TOPIC_STORED.reached();
        List<RejectionWriter.Told> told = new ArrayList<>();
        for (int i = 0; i < arrivals.size(); i++) {
            Arrival arrival = arrivals.get(i);
            Ending ending = endings.get(i);
            if (ending.word() == Ending.Word.WAITS) {
                return Optional.of(ending.waitsFor());
            }
            if (ending.word() == Ending.Word.REJECTED) {
                told.add(new RejectionWriter.Told(arrival.record().key(), arrival.rejected(ending.problem(), now)));
            }
        }
        Optional<String> trouble = rejections.apply(told);
        Failpoint.TOPIC_REJECTIONS_TOLD.reached();
        if (trouble.isEmpty()) {
            endings.forEach(ending -> meters.ended(
                    ending.word().name().toLowerCase(Locale.ROOT),
                    ending.problem() == null ? "" : ending.problem().type()));
        }
        return trouble;
    }

    private void readAgain(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            consumer.seek(partition, records.records(partition).get(0).offset());
        }
    }

    /** A commit that fails costs nothing but a repetition: whoever reads the records next finds their keys taken. */
    private void commit(ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> ofIt = records.records(partition);
            next.put(partition, new OffsetAndMetadata(ofIt.get(ofIt.size() - 1).offset() + 1));
        }
        try {
            consumer.commitSync(next);
        } catch (CommitFailedException | RebalanceInProgressException | TimeoutException e) {
            log.info("the offsets of {} records were not committed: {}", records.count(), e.getMessage());
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
