package dev.kakutei.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureLimitTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private final FailureLimit limit = new FailureLimit(3, Duration.ofMinutes(1));

    @Test
    void failures_asManyAsAllowedWithinTheTime_areAllowedAndTheNextIsNot() {
        assertThat(limit.allows(START)).isTrue();
        assertThat(limit.allows(START.plusSeconds(1))).isTrue();
        assertThat(limit.allows(START.plusSeconds(2))).isTrue();
        assertThat(limit.allows(START.plusSeconds(3))).isFalse();
        assertThat(limit.allows(START.plusSeconds(4))).isFalse();
    }

    /** Seen on a real Kafka: a record that always fails does so once per session time-out, and a little more. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void limit_ofAVerifier_isReachedByOneRecordThatAlwaysFails(int threads) {
        FailureLimit ofVerifier = FailureLimit.of(threads);
        Duration apart = StreamsSettings.SESSION_TIMEOUT.plusSeconds(5);
        int allowed = 0;
        while (ofVerifier.allows(START.plus(apart.multipliedBy(allowed)))) {
            assertThat(++allowed).as("failures allowed").isLessThan(100);
        }
        assertThat(allowed).as("every thread may fail at once").isGreaterThan(threads);
    }

    @Test
    void failures_farApart_areAlwaysAllowed() {
        for (int i = 0; i < 100; i++) {
            assertThat(limit.allows(START.plus(Duration.ofSeconds(31L * i)))).isTrue();
        }
    }
}
