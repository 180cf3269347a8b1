package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimerAllowanceTest {
    private static final int LIMIT = 500;
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final long LOOK = INTERVAL.toNanos();

    private static final TimerAllowance.Share ALL = new TimerAllowance.Share(LIMIT, Duration.ZERO);
    private static final TimerAllowance.Share ONE = new TimerAllowance.Share(1, Duration.ZERO);

    private final TimerAllowance allowance = new TimerAllowance(LIMIT, INTERVAL, 0);
    private long now;

    @BeforeEach
    void awake() {
        for (int i = 0; i < 20; i++) {
            check();
        }
    }

    private TimerAllowance.Share check() {
        now += LOOK;
        return allowance.next(now);
    }

    private void receive(int records, Duration age) {
        for (int i = 0; i < records; i++) {
            allowance.received(age);
        }
    }

    @Test
    void next_nothingReceived_isEverything() {
        assertThat(check()).isEqualTo(ALL);
    }

    @Test
    void next_freshMessages_isEverything() {
        receive(100, Duration.ofMillis(200));
        receive(1, Duration.ofMillis(-400));

        assertThat(check()).isEqualTo(ALL);
    }

    @Test
    void next_oneFreshAmongOld_isEverything() {
        receive(10, Duration.ofHours(1));
        receive(1, Duration.ofMillis(20));

        assertThat(check()).isEqualTo(ALL);
    }

    @Test
    void next_oldMessagesOnly_isWhatWasDueThen() {
        Duration old = Duration.ofSeconds(20);
        receive(1, old);
        assertThat(check()).as("never none").isEqualTo(new TimerAllowance.Share(1, old));
        receive(80, old);
        assertThat(check()).isEqualTo(new TimerAllowance.Share(20, old));
        receive(10_000, old);
        assertThat(check()).isEqualTo(new TimerAllowance.Share(LIMIT, old));
        assertThat(check()).as("nothing more to read").isEqualTo(ALL);
    }

    @Test
    void next_clocksThatAreAnHourWrong_isLateByNoMoreThanFiveMinutes() {
        receive(8, Duration.ofHours(1));

        assertThat(check()).isEqualTo(new TimerAllowance.Share(2, Duration.ofMinutes(5)));
    }

    @Test
    void next_suspendedForAWhile_isFewUntilMessagesCanBeThere() {
        now += Duration.ofSeconds(30).toNanos();

        for (int i = 0; i < 20; i++) {
            assertThat(check()).isEqualTo(ONE);
        }
        assertThat(check()).isEqualTo(ALL);
    }

    @Test
    void next_justTakenOver_isFew() {
        assertThat(new TimerAllowance(LIMIT, INTERVAL, now).next(now + LOOK)).isEqualTo(ONE);
    }

    /** On slow brokers each check is followed by a commit of seconds: that must not count as a suspension. */
    @Test
    void next_slowCommitAfterEachCheck_isEverything() {
        for (int i = 0; i < 10; i++) {
            now += Duration.ofSeconds(4).toNanos();
            assertThat(check()).isEqualTo(ALL);
        }
    }

    @Test
    void next_checksThatAreFarApartByTheirInterval_areNoSuspension() {
        Duration longest = Duration.ofSeconds(10);
        TimerAllowance rare = new TimerAllowance(LIMIT, longest, 0);

        for (int i = 1; i < 5; i++) {
            assertThat(rare.next(longest.toNanos() * i)).isEqualTo(ALL);
        }
    }
}
