package dev.kakutei.sender.consume;

import dev.kakutei.schemas.Command;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What was read and waits for its turn: a line for each partition, in its order. The lines are served in turn, one
 * arrival each, so that a long line does not starve a short one.
 *
 * <p>Nothing in here is committed, so all of it can be dropped: whoever owns the partition next reads it again. What is
 * taken out and could not be committed is put back. Used by the lane's thread alone, but for its size; no consumer in it.
 */
final class Backlog {
    /** The partition to be served next comes first. */
    private final Map<TopicPartition, Deque<Arrival>> lines = new LinkedHashMap<>();

    private volatile int size;

    void add(Arrival arrival) {
        line(arrival.partition()).addLast(arrival);
        size++;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** The partitions of which something waits. */
    Set<TopicPartition> partitions() {
        return Set.copyOf(lines.keySet());
    }

    /** Takes the next arrivals, at most so many. */
    List<Arrival> take(int count) {
        List<Arrival> taken = new ArrayList<>(Math.min(count, size));
        while (taken.size() < count && !lines.isEmpty()) {
            taken.add(takeFrom(lines.keySet().iterator().next()));
        }
        return taken;
    }

    /** Takes one arrival: preferably a question, which has no effect at the gateway, where one is next in its line. */
    List<Arrival> takeHarmless() {
        Optional<TopicPartition> question = lines.entrySet().stream()
                .filter(line -> isQuestion(line.getValue().peekFirst()))
                .map(Map.Entry::getKey)
                .findFirst();
        return question.isPresent() ? List.of(takeFrom(question.get())) : take(1);
    }

    /** Takes what needs no call and has only such before it in its line, at most so many. */
    List<Arrival> takeLeading(Predicate<Arrival> idle, int count) {
        List<Arrival> taken = new ArrayList<>();
        Iterator<Deque<Arrival>> all = lines.values().iterator();
        while (all.hasNext()) {
            Deque<Arrival> line = all.next();
            while (taken.size() < count && !line.isEmpty() && idle.test(line.peekFirst())) {
                taken.add(line.removeFirst());
                size--;
            }
            if (line.isEmpty()) {
                all.remove();
            }
        }
        return taken;
    }

    /** Could not be committed: each is at the head of its line again, in the order in which it was taken. */
    void putBack(List<Arrival> taken) {
        for (int i = taken.size() - 1; i >= 0; i--) {
            line(taken.get(i).partition()).addFirst(taken.get(i));
            size++;
        }
    }

    /** The offsets to commit for these arrivals. */
    static Map<TopicPartition, OffsetAndMetadata> offsets(List<Arrival> taken) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        taken.forEach(arrival -> offsets.put(arrival.partition(), arrival.next()));
        return offsets;
    }

    /** These partitions are no longer ours. */
    void drop(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> {
            Deque<Arrival> line = lines.remove(partition);
            size -= line == null ? 0 : line.size();
        });
    }

    void clear() {
        lines.clear();
        size = 0;
    }

    private Deque<Arrival> line(TopicPartition partition) {
        return lines.computeIfAbsent(partition, any -> new ArrayDeque<>());
    }

    /** A line that was served goes behind the others. */
    private Arrival takeFrom(TopicPartition partition) {
        Deque<Arrival> line = lines.remove(partition);
        Arrival first = line.removeFirst();
        if (!line.isEmpty()) {
            lines.put(partition, line);
        }
        size--;
        return first;
    }

    private static boolean isQuestion(Arrival arrival) {
        return arrival.instruction()
                .map(instruction -> instruction.command() instanceof Command.Inquire)
                .orElse(false);
    }
}
