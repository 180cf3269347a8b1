package dev.kakutei.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureBudgetTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private final FailureBudget budget = new FailureBudget(3, Duration.ofMinutes(1));

    @Test
    void failures_asManyAsAllowedWithinTheTime_areBorneAndTheNextIsNot() {
        assertThat(budget.bears(START)).isTrue();
        assertThat(budget.bears(START.plusSeconds(1))).isTrue();
        assertThat(budget.bears(START.plusSeconds(2))).isTrue();
        assertThat(budget.bears(START.plusSeconds(3))).isFalse();
        assertThat(budget.bears(START.plusSeconds(4))).isFalse();
    }

    /** Seen on a real Kafka: a record that always fails does so once per session time-out, and a little more. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void budget_ofAVerifier_isUsedUpByOneRecordThatAlwaysFails(int threads) {
        FailureBudget ofVerifier = FailureBudget.of(threads);
        Duration apart = StreamsSettings.SESSION_TIMEOUT.plusSeconds(5);
        int borne = 0;
        while (ofVerifier.bears(START.plus(apart.multipliedBy(borne)))) {
            assertThat(++borne).as("failures borne").isLessThan(100);
        }
        assertThat(borne).as("every thread may fail at once").isGreaterThan(threads);
    }

    @Test
    void failures_farApart_areAlwaysBorne() {
        for (int i = 0; i < 100; i++) {
            assertThat(budget.bears(START.plus(Duration.ofSeconds(31L * i)))).isTrue();
        }
    }
}
