package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TailCutsTest {
    private static final Map<String, List<Long>> BATCHES = Map.of(
            "ledger-0", offsets(100),
            "ledger-1", offsets(40),
            "ledger-2", List.of(),
            "commands.bank-0", offsets(30),
            "__consumer_offsets-7", offsets(500),
            "accepted-1", List.of());
    private static final Map<String, Long> READ = Map.of("ledger-0", 250L, "ledger-1", 1L, "ledger-2", 9L);

    @Test
    void drawn_anySeed_takesARecordThatPostgresHasRead() {
        for (long seed = 0; seed < 500; seed++) {
            Map<String, Long> cuts = drawn(seed, READ);
            assertThat(cuts.entrySet())
                    .as("seed " + seed)
                    .anyMatch(cut -> READ.containsKey(cut.getKey()) && cut.getValue() < READ.get(cut.getKey()));
        }
    }

    @Test
    void drawn_anySeed_endsPartitionsWhereABatchBegins() {
        Set<String> cut = new HashSet<>();
        for (long seed = 0; seed < 500; seed++) {
            drawn(seed, READ).forEach((partition, end) -> {
                assertThat(BATCHES.get(partition)).contains(end);
                cut.add(partition);
            });
        }
        assertThat(cut).containsExactlyInAnyOrder("ledger-0", "ledger-1", "commands.bank-0", "__consumer_offsets-7");
    }

    @Test
    void drawn_sameSeed_sameCutsAndOtherSeedsOthers() {
        assertThat(drawn(4, READ)).isEqualTo(drawn(4, READ)).isNotEqualTo(drawn(5, READ));
    }

    @Test
    void drawn_nothingReadYet_losesNothing() {
        assertThat(drawn(1, Map.of())).isEmpty();
        assertThat(drawn(1, Map.of("ledger-2", 9L))).isEmpty();
    }

    private static Map<String, Long> drawn(long seed, Map<String, Long> read) {
        return TailCuts.drawn(new Random(seed), BATCHES, read);
    }

    /** So many batches of three records. */
    private static List<Long> offsets(int count) {
        return LongStream.range(0, count).map(batch -> 3 * batch).boxed().toList();
    }
}
