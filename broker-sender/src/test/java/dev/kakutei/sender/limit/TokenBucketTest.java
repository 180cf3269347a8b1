package dev.kakutei.sender.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.gateway.Limits;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times in milliseconds from the beginning, on a clock that overflows on its way. */
class TokenBucketTest {
    private static long at(double millis) {
        return Long.MAX_VALUE - 5 + Math.round(millis * 1_000_000);
    }

    private static TokenBucket bucket(double perSecond, int burst) {
        return new TokenBucket(new Limits.Rate(perSecond, burst), at(0));
    }

    @ParameterizedTest(name = "{0}/s, burst {1}, {2} taken at once, after {3} ms")
    @CsvSource({
        // rate, burst, taken at 0, asked at, tokens, until the next
        "10, 5, 0, 0, 5, 0",
        "10, 5, 4, 0, 1, 0",
        "10, 5, 5, 0, 0, 100",
        "10, 5, 5, 99.999999, 0, 0.000001",
        "10, 5, 5, 100, 1, 0",
        "10, 5, 5, 250, 2, 0",
        "10, 5, 5, 10000, 5, 0",
        "10, 1, 1, 40, 0, 60",
        "0.5, 1, 1, 500, 0, 1500",
        "2000, 1, 1, 0, 0, 0.5",
        // a rate that no number of nanoseconds fits is rounded to the slower side
        "3, 1, 1, 333.333333, 0, 0.000001",
        "3, 1, 1, 333.333334, 1, 0",
        // more were let through than there were tokens, as after a reload: the debt is paid first
        "10, 2, 5, 0, 0, 400",
        "10, 2, 5, 400, 1, 0",
    })
    void available_someTakenAndTimeGone_isWhatCameInMeanwhile(
            double perSecond, int burst, int taken, double asked, int tokens, double untilNext) {
        TokenBucket bucket = bucket(perSecond, burst);
        for (int i = 0; i < taken; i++) {
            bucket.take(at(0));
        }

        assertThat(bucket.available(at(asked))).isEqualTo(tokens);
        assertThat(bucket.untilNext(at(asked))).isEqualTo(Duration.ofNanos(Math.round(untilNext * 1_000_000)));
    }

    /** Whatever the moments of asking: never more than the burst and what the rate brings in the time. */
    @Test
    void take_atAnyMoments_neverMoreThanBurstAndRateInAnyTime() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double perSecond = Math.pow(10, random.nextDouble() * 6 - 2);
            int burst = 1 + random.nextInt(20);
            TokenBucket bucket = bucket(perSecond, burst);
            double now = 0;
            long taken = 0;
            for (int i = 0; i < 500; i++) {
                now += random.nextDouble() * 3 * 1000 / perSecond;
                for (int n = random.nextInt(bucket.available(at(now)) + 1); n > 0; n--) {
                    bucket.take(at(now));
                    taken++;
                }
                assertThat((double) taken)
                        .as("seed %s", seed)
                        .isLessThanOrEqualTo(burst + (now + 0.000001) * perSecond / 1000 + 1e-6);
            }
        }
    }

    @Test
    void untilNext_noToken_isExactlyWhenThereIsOne() {
        TokenBucket bucket = bucket(7, 3);
        for (int i = 0; i < 3; i++) {
            bucket.take(at(0));
        }
        long wait = bucket.untilNext(at(0)).toNanos();

        assertThat(bucket.available(at(0) + wait - 1)).isZero();
        assertThat(bucket.available(at(0) + wait)).isEqualTo(1);
    }

    /** A thousand that are turned away together must not come back together. */
    @Test
    void comeBack_manyTurnedAway_returnAtTheRate() {
        TokenBucket bucket = bucket(10, 5);

        assertThat(bucket.retryAfter(at(0))).isEqualTo(Duration.ofMillis(100));
        assertThat(bucket.retryAfter(at(0))).isEqualTo(Duration.ofMillis(200));
        assertThat(bucket.retryAfter(at(50))).isEqualTo(Duration.ofMillis(250));
        assertThat(bucket.retryAfter(at(5000))).isEqualTo(Duration.ofMillis(100));
    }

    @ParameterizedTest(name = "{0} of 10 taken, then {1}/s with burst {2}")
    @CsvSource({
        // taken of 10, new rate, new burst, tokens at once, tokens after a second
        "0, 10, 10, 10, 10",
        "10, 10, 10, 0, 10",
        "10, 2, 10, 0, 2",
        "4, 100, 10, 6, 10",
        "0, 1, 3, 3, 3",
        "9, 1, 3, 1, 2",
        "8, 5, 100, 2, 7",
    })
    void rate_changed_keepsTheTokensThatFit(int taken, double perSecond, int burst, int atOnce, int later) {
        TokenBucket bucket = bucket(10, 10);
        for (int i = 0; i < taken; i++) {
            bucket.take(at(0));
        }
        bucket.rate(new Limits.Rate(perSecond, burst), at(0));

        assertThat(bucket.available(at(0))).isEqualTo(atOnce);
        assertThat(bucket.available(at(1000))).isEqualTo(later);
    }

    @Test
    void bucket_ratesOfAnySize_doNotOverflow() {
        TokenBucket slow = bucket(1e-9, 1_000_000);
        TokenBucket quick = bucket(1e12, 1_000_000);
        for (int i = 0; i < 1_000_000; i++) {
            slow.take(at(0));
            quick.take(at(0));
        }

        assertThat(slow.untilNext(at(0)).isNegative()).isFalse();
        assertThat(slow.retryAfter(at(0)).isNegative()).isFalse();
        assertThat(quick.available(at(1))).isEqualTo(1_000_000);
    }

    @Test
    void bucket_noRateOrNoBurst_isRefused() {
        assertThatThrownBy(() -> bucket(0, 1)).hasMessageContaining("above zero");
        assertThatThrownBy(() -> bucket(Double.NaN, 1)).hasMessageContaining("above zero");
        assertThatThrownBy(() -> bucket(1, 0)).hasMessageContaining("above zero");
    }
}
