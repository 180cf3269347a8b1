package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitPaceTest {
    private static final long MILLI = 1_000_000;

    private final CommitPace pace = new CommitPace(0);

    @Test
    void isTime_nothingDecided_never() {
        assertThat(pace.isTime(3_600_000 * MILLI)).isFalse();
    }

    @Test
    void isTime_loneDecision_atOnce() {
        pace.decided();

        assertThat(pace.isTime(1)).isTrue();
        assertThat(pace.isTime(3_600_000 * MILLI)).as("it is committed").isFalse();
    }

    @Test
    void isTime_anotherSoonAfter_waitsAMoment() {
        pace.decided();
        pace.isTime(0);
        pace.decided();

        assertThat(pace.isTime(1 * MILLI)).as("back from the commit").isFalse();
        assertThat(pace.isTime(8 * MILLI)).isFalse();
        assertThat(pace.isTime(9 * MILLI)).isTrue();
    }

    @Test
    void isTime_afterASlowCommit_waitsAsLongAgain() {
        pace.decided();
        pace.isTime(0);
        pace.decided();

        assertThat(pace.isTime(60 * MILLI)).as("back from the commit").isFalse();
        assertThat(pace.isTime(119 * MILLI)).isFalse();
        assertThat(pace.isTime(120 * MILLI)).isTrue();
    }

    /** Decisions that come evenly, looked at every millisecond. */
    @ParameterizedTest
    @CsvSource({"100, 10", "300, 15", "600, 30", "2000, 100", "4000, 200"})
    void isTime_steadyStream_waitsLongerTheMoreThereAre(int perSecond, int millis) {
        long commits = 0;
        double due = 0;
        for (long at = 0; at < 20_000; at++) {
            for (due += perSecond / 1000.0; due >= 1; due--) {
                pace.decided();
            }
            if (pace.isTime(at * MILLI)) {
                commits++;
            }
        }

        assertThat(20_000.0 / commits).isBetween(millis * 0.9, millis * 1.25);
    }
}
