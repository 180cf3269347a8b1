package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** SPEC F1: failed attempts are counted, each once. */
class FailedAttemptTest {
    private final Life life = Life.begun(Policies.QUERYABLE);
    private int failed;

    @Test
    void busyTwiceThenDelivered_areTwo() {
        ended(Observations.BUSY);
        step(Life::timer);
        ended(Observations.NOT_SENT);
        step(Life::timer);
        ended(Observations.DELIVERED);

        assertThat(life.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(failed).isEqualTo(2);
    }

    @Test
    void usedUp_isOneForEachAttempt() {
        while (life.status() != Status.ABORTED) {
            ended(Observations.BUSY);
            if (!life.status().terminal()) {
                step(Life::timer);
            }
        }

        assertThat(failed).isEqualTo(life.entry().attempts()).isGreaterThan(1);
    }

    @Test
    void refused_isOne_andTheSameReportAgainIsNone() {
        ended(Observations.REFUSED);
        ended(Observations.REFUSED);

        assertThat(failed).isEqualTo(1);
    }

    @Test
    void unknown_isNoneUntilTheGatewaySaysThatItDeclined() {
        ended(Observations.UNKNOWN);
        step(Life::timer);
        assertThat(failed).isZero();

        step(now -> now.found(Finding.DECLINED));

        assertThat(life.status()).isEqualTo(Status.FAILED);
        assertThat(failed).isEqualTo(1);
    }

    @Test
    void unknownThenFound_isNone() {
        ended(Observations.UNKNOWN);
        step(Life::timer);
        step(now -> now.found(Finding.SUCCEEDED));

        assertThat(life.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(failed).isZero();
    }

    private void ended(Outcome outcome) {
        step(now -> now.attemptEnded(outcome));
    }

    private void step(UnaryOperator<Life> step) {
        Entry before = life.entry();
        step.apply(life);
        failed += (int) life.lastFacts().stream()
                .filter(fact -> FailedAttempt.isSaidBy(fact, before))
                .count();
    }
}
