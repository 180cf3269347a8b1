package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TickWatchTest {
    private long seconds = 100;
    private final TickWatch watch =
            new TickWatch(() -> Duration.ofSeconds(seconds).toNanos());

    @Test
    void longest_withoutAnyPartition_isNothing() {
        assertThat(watch.longest()).isZero();
    }

    /** A thread that hangs is not hidden by another that turns. */
    @Test
    void longest_ofSeveral_isThatOfTheOneThatHangs() {
        watch.looked("hangs");
        seconds += 7;
        watch.looked("turns");
        seconds += 2;
        assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(9));

        watch.gone("hangs");
        assertThat(watch.longest()).isEqualTo(Duration.ofSeconds(2));
        watch.looked("turns");
        assertThat(watch.longest()).isZero();
    }
}
