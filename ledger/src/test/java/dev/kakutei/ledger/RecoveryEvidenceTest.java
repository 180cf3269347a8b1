package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.DELIVERED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is known in spite of a loss of records counts. Each was found by the simulation. */
class RecoveryEvidenceTest {
    private static final Instant LATER = Histories.at(30);

    @Test
    void success_ofAnAttemptThatLeftNoTrace_settles() {
        Entry after = Histories.sent().recordsLost(9).entry();

        Decision decision = decide(Policies.NEITHER, after, Observations.attempt(after.attempts() + 1, DELIVERED));

        assertThat(decision.entry().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(alerts(decision)).contains("report_without_command");
    }

    @Test
    void success_ofAStatusQueryThatLeftNoTrace_settles() {
        Entry after = Histories.sent().recordsLost(9).entry();

        Decision decision = decide(Policies.QUERYABLE, after, Observations.inquiry(3, Finding.SUCCEEDED));

        assertThat(decision.entry().status()).isEqualTo(Status.SUCCEEDED);
    }

    /** Otherwise "not found" would be believed, and what the gateway has would be sent again. */
    @Test
    void acknowledgement_ofAnAttemptThatLeftNoTrace_isKept() {
        Entry after = Histories.sent().recordsLost(9).verifying(10).entry();
        Outcome taken =
                new Outcome.Unknown(new Answer(Category.UNKNOWN, 202, "pending", null, 0, Map.of(), "gw-1", null));

        Decision decision = decide(Policies.QUERYABLE, after, Observations.attempt(after.attempts() + 1, taken));

        assertThat(decision.entry().answers().acknowledgedReference()).isEqualTo("gw-1");
        assertThat(decision.entry().status()).isEqualTo(Status.VERIFYING);
    }

    private static Decision decide(GatewayPolicy policy, Entry entry, Observation observation) {
        return Policies.ledger(policy).decide(entry, observation, LATER);
    }

    private static Set<String> alerts(Decision decision) {
        return decision.effects().stream()
                .filter(Effect.Raise.class::isInstance)
                .map(effect -> ((Effect.Raise) effect).cause())
                .collect(Collectors.toSet());
    }
}
