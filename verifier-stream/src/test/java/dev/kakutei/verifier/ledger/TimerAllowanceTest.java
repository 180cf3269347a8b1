package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimerAllowanceTest {
    private static final int LIMIT = 500;
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final long LOOK = INTERVAL.toNanos();

    private static final TimerAllowance.Look ALL = new TimerAllowance.Look(LIMIT, Duration.ZERO);
    private static final TimerAllowance.Look ONE = new TimerAllowance.Look(1, Duration.ZERO);

    private final TimerAllowance allowance = new TimerAllowance(LIMIT, INTERVAL, 0);
    private long now;

    @BeforeEach
    void awake() {
        for (int i = 0; i < 20; i++) {
            look();
        }
    }

    private TimerAllowance.Look look() {
        now += LOOK;
        return allowance.next(now);
    }

    private void hear(int records, Duration age) {
        for (int i = 0; i < records; i++) {
            allowance.heard(age);
        }
    }

    @Test
    void next_nothingHeard_isEverything() {
        assertThat(look()).isEqualTo(ALL);
    }

    @Test
    void next_freshNews_isEverything() {
        hear(100, Duration.ofMillis(200));
        hear(1, Duration.ofMillis(-400));

        assertThat(look()).isEqualTo(ALL);
    }

    @Test
    void next_oneFreshAmongOld_isEverything() {
        hear(10, Duration.ofHours(1));
        hear(1, Duration.ofMillis(20));

        assertThat(look()).isEqualTo(ALL);
    }

    @Test
    void next_oldNewsOnly_isWhatWasDueThen() {
        Duration old = Duration.ofSeconds(20);
        hear(1, old);
        assertThat(look()).as("never none").isEqualTo(new TimerAllowance.Look(1, old));
        hear(80, old);
        assertThat(look()).isEqualTo(new TimerAllowance.Look(20, old));
        hear(10_000, old);
        assertThat(look()).isEqualTo(new TimerAllowance.Look(LIMIT, old));
        assertThat(look()).as("nothing more to read").isEqualTo(ALL);
    }

    @Test
    void next_clocksThatAreAnHourWrong_isLateByFiveMinutesAtMost() {
        hear(8, Duration.ofHours(1));

        assertThat(look()).isEqualTo(new TimerAllowance.Look(2, Duration.ofMinutes(5)));
    }

    @Test
    void next_asleepForAWhile_isFewUntilNewsCanBeThere() {
        now += Duration.ofSeconds(30).toNanos();

        for (int i = 0; i < 20; i++) {
            assertThat(look()).isEqualTo(ONE);
        }
        assertThat(look()).isEqualTo(ALL);
    }

    @Test
    void next_justTakenOver_isFew() {
        assertThat(new TimerAllowance(LIMIT, INTERVAL, now).next(now + LOOK)).isEqualTo(ONE);
    }

    /** On slow brokers each look is followed by a commit of seconds: that must not make every look the first after a sleep. */
    @Test
    void next_slowCommitAfterEachLook_isEverything() {
        for (int i = 0; i < 10; i++) {
            now += Duration.ofSeconds(4).toNanos();
            assertThat(look()).isEqualTo(ALL);
        }
    }

    @Test
    void next_looksThatAreFarApartByTheirInterval_areNoSleep() {
        Duration longest = Duration.ofSeconds(10);
        TimerAllowance rare = new TimerAllowance(LIMIT, longest, 0);

        for (int i = 1; i < 5; i++) {
            assertThat(rare.next(longest.toNanos() * i)).isEqualTo(ALL);
        }
    }
}
