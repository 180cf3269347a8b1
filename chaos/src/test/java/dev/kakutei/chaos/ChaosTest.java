package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three minutes of attack on everything, in every test run: nothing is broken, though much of it stayed in doubt for a while. */
class ChaosTest {
    private static final Duration ATTACK = Duration.ofMinutes(3);
    private static final long SEED = 8;

    @TempDir
    private Path folder;

    @Test
    void attack_threeMinutesOfIt_breaksNoPromise() {
        ChaosReport report = new ChaosRun(
                        new ChaosPlan(SEED, ATTACK, 4, folder, ChaosPlan.Disk.SHARED, Duration.ofMillis(500)),
                        System.out::println)
                .run();

        assertThat(report.proof().violations()).as(report.text()).isZero();
        assertThat(report.run().troubles()).as(report.text()).isEmpty();
        assertThat(report.run().faults()).hasSizeGreaterThanOrEqualTo(8);
        assertThat(report.run().ambiguousShare()).as(report.text()).isGreaterThanOrEqualTo(0.1);
    }
}
