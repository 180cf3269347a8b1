package dev.kakutei.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC G3: how fast a client may ask. */
class RateLimitTest {
    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 10, Long.MIN_VALUE, -1})
    void take_atOneMoment_givesOneSecondsWorthAndThenSaysWhen(long start) {
        RateLimit limit = new RateLimit(10, start);

        for (int i = 0; i < 10; i++) {
            assertThat(limit.take(start)).isEmpty();
        }
        assertThat(limit.take(start)).contains(Duration.ofMillis(100));
        assertThat(limit.take(start + 40_000_000)).contains(Duration.ofMillis(60));
        assertThat(limit.take(start + 100_000_000)).isEmpty();
        assertThat(limit.take(start + 100_000_000)).isPresent();
    }

    @Test
    void take_afterALongSilence_givesOneSecondsWorthAndNoMore() {
        RateLimit limit = new RateLimit(5, 0);
        for (int i = 0; i < 100; i++) {
            limit.take(0);
        }
        int given = 0;
        for (int i = 0; i < 100; i++) {
            given += limit.take(3600 * SECOND).isEmpty() ? 1 : 0;
        }

        assertThat(given).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 100, 99_999})
    void take_anyTimesInOrder_givesNeverMoreThanTheBucketAndTheRate(int rate) {
        Random random = new Random(rate);
        RateLimit limit = new RateLimit(rate, 0);
        long now = 0;
        long given = 0;
        for (int i = 0; i < 50_000; i++) {
            now += random.nextInt((int) (SECOND / rate));
            given += limit.take(now).isEmpty() ? 1 : 0;
            assertThat(given).isLessThanOrEqualTo(rate + now * rate / SECOND);
        }
    }

    /** Where the rate divides a second, nothing is rounded, and the plain bucket is the model. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 100, 1_000})
    void take_anyTimesInOrder_decidesAsAPlainBucketWould(int rate) {
        Random random = new Random(rate);
        RateLimit limit = new RateLimit(rate, 0);
        long now = 0;
        long bucket = rate * SECOND;
        for (int i = 0; i < 50_000; i++) {
            long step = random.nextInt((int) (SECOND / rate) * (random.nextInt(100) == 0 ? 2 : 1));
            now += step;
            bucket = Math.min(rate * SECOND, bucket + step * rate);
            boolean full = bucket >= SECOND;
            bucket -= full ? SECOND : 0;

            assertThat(limit.take(now).isEmpty()).isEqualTo(full);
        }
    }

    @Test
    void take_manyThreadsAtOnce_giveTogetherWhatOneWouldGive() throws Exception {
        int threads = 8;
        RateLimit limit = new RateLimit(100_000, 0);
        CyclicBarrier together = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Callable<Integer>> takers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            takers.add(() -> {
                together.await();
                int given = 0;
                for (int n = 0; n < 50_000; n++) {
                    given += limit.take(500_000_000).isEmpty() ? 1 : 0;
                }
                return given;
            });
        }
        int given = 0;
        for (Future<Integer> taker : pool.invokeAll(takers)) {
            given += taker.get(30, TimeUnit.SECONDS);
        }
        pool.shutdown();

        assertThat(given).isEqualTo(100_000);
    }
}
