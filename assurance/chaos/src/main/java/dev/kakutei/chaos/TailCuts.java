package dev.kakutei.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which partitions lose their tail, and where they end then. Pure.
 *
 * <p>At least one record of the ledger topic goes that Postgres has read: where nothing of that is missing, no one can notice
 * (ADR 30), and what follows would show nothing.
 */
final class TailCuts {
    /** Of partitions beside those of the ledger topic. */
    private static final int MAX_OTHERS = 16;
    /** Batches, where only the very end is lost, as most often. */
    private static final int FEW = 8;

    private TailCuts() {}

    /**
     * By partition, the offset at which it ends from now on; none where Postgres has read nothing yet.
     *
     * @param batches by partition, the offsets at which it could end, ascending
     * @param read by partition of the ledger topic, behind the last record that Postgres has read
     */
    static Map<String, Long> drawn(Random random, Map<String, List<Long>> batches, Map<String, Long> read) {
        Map<String, Long> cuts = new TreeMap<>();
        List<String> ledger = shuffled(random, read.keySet());
        ledger.removeIf(partition -> known(batches, read, partition).isEmpty());
        if (ledger.isEmpty()) {
            return cuts;
        }
        String first = ledger.remove(0);
        cuts.put(first, end(random, known(batches, read, first)));
        take(random, ledger, ledger.size(), batches, cuts);
        List<String> others = new ArrayList<>(batches.keySet());
        others.removeAll(read.keySet());
        others.removeIf(partition -> batches.get(partition).isEmpty());
        take(random, shuffled(random, others), MAX_OTHERS, batches, cuts);
        return cuts;
    }

    /**
     * The same for changelogs alone: the end of at least one of those that a verifier compares with the ledger topic, when it has read
     * its state from there. The last record of such a partition belongs to the last event of the ledger topic's partition, so the
     * loss of any end of it can be noticed. None where nothing was decided yet.
     *
     * @param compared the partitions of which that is true
     * @param changelogs those and all others
     */
    static Map<String, Long> drawnOfChangelogs(
            Random random, Map<String, List<Long>> batches, Set<String> compared, Set<String> changelogs) {
        Map<String, Long> cuts = new TreeMap<>();
        List<String> first = shuffled(random, compared);
        first.removeIf(partition -> batches.getOrDefault(partition, List.of()).isEmpty());
        if (first.isEmpty()) {
            return cuts;
        }
        cuts.put(first.get(0), end(random, batches.get(first.get(0))));
        List<String> others = shuffled(random, changelogs);
        others.remove(first.get(0));
        others.removeIf(partition -> batches.getOrDefault(partition, List.of()).isEmpty());
        take(random, others, MAX_OTHERS, batches, cuts);
        return cuts;
    }

    private static List<Long> known(Map<String, List<Long>> batches, Map<String, Long> read, String partition) {
        return batches.getOrDefault(partition, List.of()).stream()
                .filter(offset -> offset < read.get(partition))
                .toList();
    }

    private static void take(
            Random random, List<String> from, int most, Map<String, List<Long>> batches, Map<String, Long> cuts) {
        int count = random.nextInt(Math.min(from.size(), most) + 1);
        from.subList(0, count).forEach(partition -> cuts.put(partition, end(random, batches.get(partition))));
    }

    /** Mostly the very end; one time in four anywhere. */
    private static long end(Random random, List<Long> offsets) {
        int lost = random.nextInt(4) == 0 ? offsets.size() : Math.min(FEW, offsets.size());
        return offsets.get(offsets.size() - 1 - random.nextInt(lost));
    }

    private static List<String> shuffled(Random random, Collection<String> partitions) {
        List<String> shuffled = new ArrayList<>(partitions);
        Collections.sort(shuffled);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }
}
