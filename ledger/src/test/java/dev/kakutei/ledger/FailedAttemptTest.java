package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** SPEC F1: failed attempts are counted, each once. */
class FailedAttemptTest {
    private final RequestRun run = RequestRun.begun(Policies.QUERYABLE);
    private int failed;

    @Test
    void busyTwiceThenDelivered_areTwo() {
        ended(Observations.BUSY);
        step(RequestRun::timer);
        ended(Observations.NOT_SENT);
        step(RequestRun::timer);
        ended(Observations.DELIVERED);

        assertThat(run.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(failed).isEqualTo(2);
    }

    @Test
    void usedUp_isOneForEachAttempt() {
        while (run.status() != Status.ABORTED) {
            ended(Observations.BUSY);
            if (!run.status().terminal()) {
                step(RequestRun::timer);
            }
        }

        assertThat(failed).isEqualTo(run.entry().attempts().count()).isGreaterThan(1);
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
        step(RequestRun::timer);
        assertThat(failed).isZero();

        step(now -> now.found(Finding.DECLINED));

        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(failed).isEqualTo(1);
    }

    @Test
    void unknownThenFound_isNone() {
        ended(Observations.UNKNOWN);
        step(RequestRun::timer);
        step(now -> now.found(Finding.SUCCEEDED));

        assertThat(run.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(failed).isZero();
    }

    private void ended(Outcome outcome) {
        step(now -> now.attemptEnded(outcome));
    }

    private void step(UnaryOperator<RequestRun> step) {
        Entry before = run.entry();
        step.apply(run);
        failed += (int) run.lastFacts().stream()
                .filter(fact -> FailedAttempt.isSaidBy(fact, before))
                .count();
    }
}
