package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.PromiseViolation;
import dev.kakutei.testkit.Slice;
import dev.kakutei.testkit.TestDepth;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores that are cut short, deleted and put back to copies, in rounds that a seed decides (SPEC H3). {@code
 * -Dkakutei.restores.seed=N} and {@code -Dkakutei.restores.rounds=N} choose other rounds, {@code -Dkakutei.restores.kind=K} one
 * kind of damage alone, {@code -Dkakutei.restores.parallel=N} how many installations work at once.
 */
@Tag("proof")
class RestoresTest {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final int ROUNDS = Integer.getInteger("kakutei.restores.rounds", TestDepth.rounds(3, 200));
    private static final long SEED = Long.getLong("kakutei.restores.seed", Slice.seedOr(1));
    /** So many rounds on one installation: recoveries follow recoveries, and old copies are of another recovery. */
    private static final int ON_ONE = 5;

    private static final int AT_ONCE = Integer.getInteger("kakutei.restores.parallel", 2);

    @TempDir
    private Path folder;

    private final Map<String, Integer> kinds = new TreeMap<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @Test
    void damagedStores_ofEveryKind_nothingTakesEffectTwiceAndNothingIsLeftInDoubt() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            CompletionService<Void> installations = new ExecutorCompletionService<>(threads);
            int started = 0;
            for (int round = 0; round < ROUNDS; round += ON_ONE, started++) {
                long first = SEED + round;
                int count = Math.min(ON_ONE, ROUNDS - round);
                installations.submit(() -> rounds(first, count));
            }
            for (; started > 0; started--) {
                installations.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof PromiseViolation violated) {
                throw violated;
            }
            throw new AssertionError(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        System.out.println("restores: " + kinds + ", requests by outcome " + outcomes);
        assertThat(kinds.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(ROUNDS);
    }

    /** So many rounds on an installation of their own. */
    private Void rounds(long first, int count) throws Exception {
        Path data = folder.resolve("installation-" + first);
        try (RestoreRounds rounds = new RestoreRounds(data)) {
            for (long seed = first; seed < first + count; seed++) {
                try {
                    note(seed, first, rounds.run(new Random(seed * SPREAD)));
                    if (seed == first + count - 1) {
                        rounds.checkAlerts();
                        System.out.println(
                                "restores: installation of " + first + (rounds.prove() ? "" : " not") + " proved");
                    }
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
        return null;
    }

    private synchronized void note(long seed, long first, RestoreRounds.Done done) {
        kinds.merge(done.kind().name(), 1, Integer::sum);
        done.states().forEach((state, count) -> outcomes.merge(state, count, Integer::sum));
        System.out.println("restores: seed " + seed + " (installation of " + first + "): " + done);
    }
}
