package dev.kakutei.sender.consume;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What was read and waits for its turn, in the order of each partition. Nothing in here is committed, so all of it can
 * be dropped: whoever owns the partition next reads it again. Used by the lane's thread alone; no consumer in it.
 */
final class Backlog {
    private final Deque<Arrival> waiting = new ArrayDeque<>();

    void add(Arrival arrival) {
        waiting.addLast(arrival);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    /** The first arrivals, at most so many; they stay. */
    List<Arrival> first(int count) {
        List<Arrival> first = new ArrayList<>(Math.min(count, waiting.size()));
        Iterator<Arrival> arrivals = waiting.iterator();
        while (first.size() < count && arrivals.hasNext()) {
            first.add(arrivals.next());
        }
        return first;
    }

    /** The offsets that stand for these arrivals being taken. */
    static Map<TopicPartition, OffsetAndMetadata> offsets(List<Arrival> taken) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        taken.forEach(arrival -> offsets.put(arrival.partition(), arrival.next()));
        return offsets;
    }

    void removeFirst(int count) {
        for (int i = 0; i < count; i++) {
            waiting.removeFirst();
        }
    }

    /** These partitions are no longer ours. */
    void drop(Collection<TopicPartition> partitions) {
        Set<TopicPartition> gone = Set.copyOf(partitions);
        waiting.removeIf(arrival -> gone.contains(arrival.partition()));
    }

    void clear() {
        waiting.clear();
    }
}
