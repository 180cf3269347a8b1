package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.proof.Promise;
import dev.kakutei.testkit.Slice;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three minutes of attack on everything, or twenty seconds in a slice: nothing is broken, though much of it stayed in doubt
 * for a while.
 */
@Tag("proof")
@Tag("slice")
class ChaosTest {
    private static final Duration ATTACK = Slice.isWhole() ? Duration.ofMinutes(3) : Duration.ofSeconds(20);
    private static final int PROCESS_FAULTS = Slice.isWhole() ? 5 : 1;
    private static final long SEED = Slice.seedOr(8);

    @TempDir
    private Path folder;

    @Test
    void attack_onEverything_breaksNoPromise() {
        System.out.println("attack of " + ATTACK.toSeconds() + " s with seed " + SEED);
        ChaosReport report = new ChaosRun(
                        new ChaosPlan(
                                SEED, ATTACK, PROCESS_FAULTS, 4, folder, ChaosPlan.Disk.SHARED, Duration.ofMillis(500)),
                        System.out::println)
                .run();

        assertThat(report.proof().violations()).as(report.text()).isZero();
        assertThat(report.run().problems()).as(report.text()).isEmpty();
        assertThat(report.run().processFaults()).as(report.text()).isGreaterThanOrEqualTo(PROCESS_FAULTS);
        assertThat(report.run().ambiguous()).as(report.text()).isPositive();
        assertThat(report.run().load().byTopic()).as(report.text()).isPositive();
        if (Slice.isWhole()) {
            assertThat(report.proof()
                            .results()
                            .get(Promise.APPROVED_BEFORE_SENT)
                            .examined())
                    .as(report.text())
                    .isPositive();
        }
    }
}
