package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitPaceTest {
    private static final long MILLI = 1_000_000;

    private final CommitPace pace = new CommitPace(0);
    private long now;

    @Test
    void isTime_nothingDecided_never() {
        idleUntil(1_000);
    }

    /** A thread that has nothing to do looks every 10 ms. */
    private void idleUntil(long millis) {
        for (; now < millis * MILLI; now += 10 * MILLI) {
            assertThat(pace.isTime(now)).isFalse();
        }
    }

    @Test
    void isTime_loneDecision_atOnce() {
        idleUntil(500);
        pace.decided();

        assertThat(pace.isTime(now)).isTrue();
        assertThat(pace.isTime(now)).as("it is committed").isFalse();
    }

    @Test
    void isTime_anotherSoonAfter_waitsAMoment() {
        idleUntil(500);
        pace.decided();
        pace.isTime(now);
        pace.decided();

        for (int millis = 3; millis < 8; millis++) {
            assertThat(pace.isTime(now + millis * MILLI)).isFalse();
        }
        assertThat(pace.isTime(now + 8 * MILLI)).isTrue();
    }

    @Test
    void isTime_afterASlowCommit_waitsAsLongAgain() {
        idleUntil(500);
        pace.decided();
        pace.isTime(now);
        committed(60);
        pace.decided();
        for (int i = 0; i < 5; i++) {
            now += 10 * MILLI;
            assertThat(pace.isTime(now)).isFalse();
        }

        assertThat(pace.isTime(now + 10 * MILLI)).isTrue();
    }

    @Test
    void isTime_afterAShortCommit_waitsAsLongAgain() {
        idleUntil(500);
        pace.decided();
        assertThat(pace.isTime(now)).isTrue();
        pace.decided();
        committed(20);
        pace.decided();

        assertThat(pace.isTime(now + 10 * MILLI)).isFalse();
        assertThat(pace.isTime(now + 19 * MILLI)).isFalse();
        assertThat(pace.isTime(now + 20 * MILLI)).isTrue();
    }

    @Test
    void isTime_afterACommitOfTheInterval_waitsForThatToo() {
        for (int i = 0; i < 400; i++) {
            pace.decided();
        }
        committed(500);
        pace.decided();

        assertThat(pace.isTime(now)).isFalse();
        assertThat(pace.isTime(now + 30 * MILLI)).isFalse();
    }

    @Test
    void isTime_afterASlowRecordWithoutACommit_waitsNoLonger() {
        idleUntil(500);
        pace.decided();
        pace.isTime(now);
        pace.decided();
        now += 60 * MILLI;

        assertThat(pace.isTime(now)).isTrue();
    }

    @Test
    void commitBegins_withoutACommit_isVoidAtTheNextDecision() {
        idleUntil(500);
        pace.commitBegins(now);
        now += 1_000 * MILLI;
        pace.decided();
        committed(1);
        pace.decided();

        assertThat(pace.isTime(now + 8 * MILLI)).isTrue();
    }

    /** Every partition of the thread is flushed before the transaction of all ends. */
    private void committed(long millis) {
        pace.commitBegins(now);
        pace.commitBegins(now + millis * MILLI / 2);
        now += millis * MILLI;
        pace.committed(now);
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
