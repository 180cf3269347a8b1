package dev.kakutei.store.clearance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether Kafka still has what Postgres has read from it, and the last recovery that Kafka knows of is complete. Pure.
 *
 * <p>The ledger topic keeps everything for ever and is read in order. So the record that was read last must be where it
 * was: a topic that ends before it has lost its tail, and one with another record there has lost its tail and was
 * written on.
 *
 * <p>A Postgres from before a recovery would have services go on with the state and the positions of before it, under
 * which anything may have been sent since.
 */
final class Comparison {
    private static final int MAX_NAMED = 3;

    private Comparison() {}

    /**
     * What Kafka holds now.
     *
     * @param recovery the highest recovery that was ever begun, by the names of topics; 0 for none
     * @param ends behind the last record of each partition of the ledger topic; none for a partition that is not there
     * @param records the mark of the record before {@link ReadPosition#next}; none where no record is there any more
     */
    record Found(int recovery, Map<TopicPartition, Long> ends, Map<TopicPartition, String> records) {}

    /** The partitions that have lost records: of the others, Postgres can go on reading. */
    static Set<TopicPartition> lost(List<ReadPosition> marks, Found found) {
        return marks.stream()
                .filter(mark -> loss(mark, found).isPresent())
                .map(ReadPosition::partition)
                .collect(Collectors.toSet());
    }

    /** Those of the lost partitions that have records of another history where Postgres has read on. */
    static Set<TopicPartition> writtenOn(List<ReadPosition> marks, Found found) {
        return marks.stream()
                .filter(mark -> found.ends().getOrDefault(mark.partition(), 0L) >= mark.next())
                .filter(mark -> loss(mark, found).isPresent())
                .map(ReadPosition::partition)
                .collect(Collectors.toSet());
    }

    /** Why nothing may be sent; empty where nothing is missing. */
    static Optional<String> problem(RecoveryTables.Known known, Found found) {
        List<String> problems = new ArrayList<>(known.incidents());
        if (found.recovery() > known.recovery()) {
            problems.add("Kafka knows of recovery " + found.recovery()
                    + ", and the last one that is complete in Postgres is "
                    + (known.recovery() == 0 ? "none" : "number " + known.recovery())
                    + ": Postgres is from before it, or it died half-way");
        }
        known.marks().forEach(mark -> loss(mark, found).ifPresent(problems::add));
        if (problems.isEmpty()) {
            return Optional.empty();
        }
        String named = String.join("; ", problems.subList(0, Math.min(problems.size(), MAX_NAMED)));
        int more = problems.size() - MAX_NAMED;
        return Optional.of(named + (more > 0 ? "; and " + more + " more" : ""));
    }

    private static Optional<String> loss(ReadPosition mark, Found found) {
        long end = found.ends().getOrDefault(mark.partition(), 0L);
        if (end < mark.next()) {
            return Optional.of("Kafka has lost records: " + mark.partition() + " ends at offset " + end
                    + ", and Postgres has read it up to " + mark.next());
        }
        if (mark.record() != null && !mark.record().equals(found.records().get(mark.partition()))) {
            return Optional.of("Kafka has lost records: " + mark.partition() + " has another record at offset "
                    + (mark.next() - 1) + " than the one that Postgres has read there");
        }
        return Optional.empty();
    }
}
