package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimerAllowanceTest {
    private static final int LIMIT = 500;
    private static final long LOOK = Duration.ofMillis(100).toNanos();

    private final TimerAllowance allowance = new TimerAllowance(LIMIT, 0);
    private long now;

    @BeforeEach
    void awake() {
        for (int i = 0; i < 5; i++) {
            look();
        }
    }

    private int look() {
        now += LOOK;
        return allowance.next(now);
    }

    private void hear(int records, Duration age) {
        for (int i = 0; i < records; i++) {
            allowance.heard(age);
        }
    }

    @Test
    void next_nothingHeard_isTheLimit() {
        assertThat(look()).isEqualTo(LIMIT);
    }

    @Test
    void next_freshNews_isTheLimit() {
        hear(100, Duration.ofMillis(200));
        hear(1, Duration.ofMillis(-400));

        assertThat(look()).isEqualTo(LIMIT);
    }

    @Test
    void next_oneOldAmongFresh_isTheLimit() {
        hear(10, Duration.ofHours(1));
        hear(1, Duration.ofMillis(20));

        assertThat(look()).isEqualTo(LIMIT);
    }

    @Test
    void next_oldNewsOnly_isAPartOfWhatWasHeard() {
        hear(1, Duration.ofSeconds(20));
        assertThat(look()).as("never none").isEqualTo(5);
        hear(80, Duration.ofSeconds(20));
        assertThat(look()).isEqualTo(20);
        hear(10_000, Duration.ofSeconds(20));
        assertThat(look()).isEqualTo(LIMIT);
        assertThat(look()).as("nothing more to read").isEqualTo(LIMIT);
    }

    @Test
    void next_asleepForAWhile_isFewUntilNewsCanBeThere() {
        now += Duration.ofSeconds(30).toNanos();

        for (int i = 0; i < 5; i++) {
            assertThat(look()).isEqualTo(5);
        }
        assertThat(look()).isEqualTo(LIMIT);
    }

    @Test
    void next_justTakenOver_isFew() {
        assertThat(new TimerAllowance(LIMIT, now).next(now + LOOK)).isEqualTo(5);
    }
}
