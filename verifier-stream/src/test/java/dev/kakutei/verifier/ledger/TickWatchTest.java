package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TickWatchTest {
    private final TickWatch watch = new TickWatch();

    @Test
    void longest_withoutAnyPartition_isNothing() {
        assertThat(watch.longest()).isZero();
    }

    /** A thread that hangs is not hidden by another that turns. */
    @Test
    void longest_ofSeveral_isThatOfTheOneThatHangs() {
        watch.looked("hangs");
        Await.until("a while has passed", Duration.ofSeconds(10), () -> {
            watch.looked("turns");
            return watch.longest().compareTo(Duration.ofMillis(50)) > 0;
        });
        watch.gone("hangs");
        watch.looked("turns");
        assertThat(watch.longest()).isLessThan(Duration.ofSeconds(5));
    }
}
