package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CommitPacesTest {
    private static final long MILLI = 1_000_000;

    private volatile long now;
    private final CommitPaces paces = new CommitPaces(() -> now);

    @Test
    void isTime_decidedByAnotherThread_isNotForThisOne() {
        boolean other = CompletableFuture.supplyAsync(() -> {
                    paces.decided();
                    return paces.isTime();
                })
                .join();

        assertThat(other).isTrue();
        assertThat(paces.isTime()).isFalse();
    }

    @Test
    void isTime_commitTookLong_waitsAsLongAgain() {
        paces.decided();
        assertThat(paces.isTime()).isTrue();
        paces.commitBegins();
        now += 60 * MILLI;
        paces.committed();
        paces.decided();

        now += 59 * MILLI;
        assertThat(paces.isTime()).isFalse();
        now += MILLI;
        assertThat(paces.isTime()).isTrue();
    }
}
