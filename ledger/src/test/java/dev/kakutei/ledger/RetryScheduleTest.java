package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {
    private static final RetrySchedule SPEC =
            new RetrySchedule(6, Duration.ofSeconds(5), Duration.ofSeconds(160), Gateway.Jitter.NONE);

    @Test
    void after_withoutJitter_doublesFrom5To160AndStaysThere() {
        assertThat(IntStream.rangeClosed(1, 8)
                        .mapToObj(attempt -> SPEC.after(attempt, Histories.ID).toSeconds()))
                .containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 160L, 160L);
    }

    @Test
    void usedUp_atTheSixthAttempt_andNotBefore() {
        assertThat(SPEC.usedUp(5)).isFalse();
        assertThat(SPEC.usedUp(6)).isTrue();
        assertThat(SPEC.usedUp(7)).isTrue();
    }

    @Property(tries = 500)
    void after_anyJitter_staysWithinItsBoundsAndIsTheSameEachTime(
            @ForAll @IntRange(min = 1, max = 1_000) int attempt,
            @ForAll @LongRange(min = 1, max = 86_400_000) long firstMillis,
            @ForAll @LongRange(min = 0, max = 86_400_000) long capAboveMillis,
            @ForAll Gateway.Jitter jitter,
            @ForAll long number) {
        Duration first = Duration.ofMillis(firstMillis);
        Duration cap = first.plusMillis(capAboveMillis);
        Duration full =
                new RetrySchedule(6, first, cap, Gateway.Jitter.NONE).after(attempt, Histories.anotherId(number));
        RetrySchedule schedule = new RetrySchedule(6, first, cap, jitter);
        Duration wait = schedule.after(attempt, Histories.anotherId(number));

        assertThat(full).isBetween(first, cap);
        assertThat(wait).isLessThanOrEqualTo(longest(jitter, full));
        assertThat(wait).isGreaterThanOrEqualTo(least(jitter, full));
        assertThat(schedule.after(attempt, Histories.anotherId(number))).isEqualTo(wait);
    }

    private static Duration least(Gateway.Jitter jitter, Duration full) {
        return switch (jitter) {
            case NONE, ADDITIVE -> full;
            case EQUAL -> Duration.ofMillis(full.toMillis() / 2);
            case FULL -> Duration.ZERO;
        };
    }

    private static Duration longest(Gateway.Jitter jitter, Duration full) {
        return switch (jitter) {
            case NONE, EQUAL, FULL -> full;
            case ADDITIVE -> full.plus(full.dividedBy(4));
        };
    }

    /** SPEC C2: 5, 10, 20, 40, 80, 160 s, and jitter only adds. */
    @Test
    void after_byTheDefaults_isNeverEarlierThanTheBackoffAndIsSpread() throws Exception {
        RetrySchedule schedule = RetrySchedule.of(
                GatewayFile.read("gateways: {a: {class: neither, url: 'https://a.example', paths: {payment: /p}}}")
                        .byName()
                        .get("a")
                        .retry());
        for (int attempt = 1; attempt <= 6; attempt++) {
            Set<Duration> waits = new HashSet<>();
            for (int number = 0; number < 1_000; number++) {
                waits.add(schedule.after(attempt, Histories.anotherId(number)));
            }
            Duration backoff = Duration.ofSeconds(5L << (attempt - 1));
            assertThat(waits)
                    .as("attempt " + attempt)
                    .allMatch(wait -> wait.compareTo(backoff) >= 0)
                    .hasSizeGreaterThan(400);
        }
    }

    /** A thousand requests that failed together, with neighbouring ids, as ids made in one burst are. */
    @Test
    void after_ofAThousandNeighbours_isSpreadEvenly() {
        RetrySchedule schedule =
                new RetrySchedule(6, Duration.ofSeconds(10), Duration.ofSeconds(10), Gateway.Jitter.FULL);
        for (int attempt = 1; attempt <= 5; attempt++) {
            int[] perSecond = new int[10];
            for (int number = 0; number < 1_000; number++) {
                perSecond[
                        (int) schedule.after(attempt, Histories.anotherId(number))
                                .toSeconds()]++;
            }
            assertThat(IntStream.of(perSecond).boxed())
                    .as("attempt " + attempt)
                    .allMatch(count -> count > 60 && count < 140);
        }
    }

    @Test
    void after_ofOneRequest_isSpreadAgainAtEachAttempt() {
        RetrySchedule schedule = new RetrySchedule(6, Duration.ofHours(1), Duration.ofHours(1), Gateway.Jitter.FULL);
        List<Duration> waits = new ArrayList<>();
        for (int attempt = 1; attempt <= 6; attempt++) {
            waits.add(schedule.after(attempt, Histories.ID));
        }

        assertThat(waits).doesNotHaveDuplicates();
    }

    @Test
    void schedule_thatCannotBe_isRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new RetrySchedule(0, second, second, Gateway.Jitter.NONE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetrySchedule(1, Duration.ZERO, second, Gateway.Jitter.NONE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetrySchedule(1, second, Duration.ofMillis(999), Gateway.Jitter.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void of_capBelowTheFirst_isRaisedToIt() {
        RetrySchedule schedule = RetrySchedule.of(
                new Gateway.Retry(3, Duration.ofSeconds(9), Duration.ofSeconds(2), Gateway.Jitter.NONE));

        assertThat(schedule.cap()).isEqualTo(Duration.ofSeconds(9));
    }
}
