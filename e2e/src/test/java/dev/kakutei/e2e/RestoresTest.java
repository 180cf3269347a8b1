package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Depth;
import dev.kakutei.testkit.PromiseViolation;
import dev.kakutei.testkit.Slice;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores that are cut short, deleted and put back to copies, in rounds that a seed decides (SPEC H3). {@code
 * -Dkakutei.restores.seed=N} and {@code -Dkakutei.restores.rounds=N} choose other rounds, {@code -Dkakutei.restores.kind=K} one
 * kind of damage alone.
 */
@Tag("proof")
class RestoresTest {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final int ROUNDS = Integer.getInteger("kakutei.restores.rounds", Depth.rounds(3, 200));
    private static final long SEED = Long.getLong("kakutei.restores.seed", Slice.seedOr(1));
    /** So many rounds on one installation: recoveries follow recoveries, and old copies are of another recovery. */
    private static final int ON_ONE = 5;

    @TempDir
    private Path folder;

    @Test
    void damagedStores_ofEveryKind_nothingTakesEffectTwiceAndNothingIsLeftInDoubt() throws Exception {
        Map<String, Integer> kinds = new TreeMap<>();
        Map<String, Integer> outcomes = new TreeMap<>();
        int round = 0;
        while (round < ROUNDS) {
            long first = SEED + round;
            Path data = folder.resolve("installation-" + first);
            try (RestoreRounds rounds = new RestoreRounds(data)) {
                for (int i = 0; i < ON_ONE && round < ROUNDS; i++, round++) {
                    long seed = SEED + round;
                    try {
                        RestoreRounds.Done done = rounds.run(new Random(seed * SPREAD));
                        kinds.merge(done.kind().name(), 1, Integer::sum);
                        done.states().forEach((state, count) -> outcomes.merge(state, count, Integer::sum));
                        System.out.println("restores: seed " + seed + " (installation of " + first + "): " + done);
                    } catch (AssertionError e) {
                        String where = "seed " + seed + " (begin with " + first + "): " + rounds.doing();
                        System.out.println("restores: VIOLATION or failure at " + where + ": " + e.getMessage());
                        if (e instanceof PromiseViolation) {
                            PromiseViolation.unless(() -> {
                                throw new AssertionError(where + ": " + e.getMessage(), e);
                            });
                        }
                        throw new AssertionError(where, e);
                    }
                }
            }
            StoreFolders.delete(data);
        }
        System.out.println("restores: " + kinds + ", requests by outcome " + outcomes);
        assertThat(kinds.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(ROUNDS);
    }
}
