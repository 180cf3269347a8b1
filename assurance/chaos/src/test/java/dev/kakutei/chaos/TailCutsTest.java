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
    private static final Map<String, List<Long>> CHANGELOGS = Map.of(
            "ledger-0", offsets(100),
            "verifier-entries-changelog-0", offsets(90),
            "verifier-entries-changelog-1", offsets(3),
            "verifier-entries-changelog-2", List.of(),
            "verifier-due-changelog-0", offsets(60),
            "verifier-documents-changelog-0", List.of());
    private static final Set<String> COMPARED =
            Set.of("verifier-entries-changelog-0", "verifier-entries-changelog-1", "verifier-entries-changelog-2");
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

    @Test
    void drawnOfChangelogs_anySeed_endsOneThatIsComparedAndChangelogsOnly() {
        Set<String> cut = new HashSet<>();
        for (long seed = 0; seed < 500; seed++) {
            Map<String, Long> cuts = drawnOfChangelogs(seed, CHANGELOGS);
            assertThat(cuts.keySet()).as("seed " + seed).containsAnyElementsOf(COMPARED);
            cuts.forEach((partition, end) ->
                    assertThat(CHANGELOGS.get(partition)).as(partition).contains(end));
            cut.addAll(cuts.keySet());
        }
        assertThat(cut)
                .containsExactlyInAnyOrder(
                        "verifier-entries-changelog-0", "verifier-entries-changelog-1", "verifier-due-changelog-0");
    }

    @Test
    void drawnOfChangelogs_sameSeed_sameCuts() {
        assertThat(drawnOfChangelogs(4, CHANGELOGS))
                .isEqualTo(drawnOfChangelogs(4, CHANGELOGS))
                .isNotEqualTo(drawnOfChangelogs(5, CHANGELOGS));
    }

    @Test
    void drawnOfChangelogs_nothingDecidedYet_losesNothing() {
        assertThat(drawnOfChangelogs(1, Map.of("verifier-due-changelog-0", offsets(8), "ledger-0", offsets(8))))
                .isEmpty();
        assertThat(drawnOfChangelogs(1, Map.of("verifier-entries-changelog-0", List.of())))
                .isEmpty();
    }

    private static Map<String, Long> drawnOfChangelogs(long seed, Map<String, List<Long>> batches) {
        Set<String> changelogs = new HashSet<>(batches.keySet());
        changelogs.removeIf(partition -> !partition.contains("-changelog-"));
        return TailCuts.drawnOfChangelogs(new Random(seed), batches, COMPARED, changelogs);
    }

    private static Map<String, Long> drawn(long seed, Map<String, Long> read) {
        return TailCuts.drawn(new Random(seed), BATCHES, read);
    }

    /** So many batches of three records. */
    private static List<Long> offsets(int count) {
        return LongStream.range(0, count).map(batch -> 3 * batch).boxed().toList();
    }
}
