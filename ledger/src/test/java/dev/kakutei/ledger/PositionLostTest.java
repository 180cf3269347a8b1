package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.DELIVERED;
import static dev.kakutei.ledger.Observations.NOT_SENT;
import static dev.kakutei.ledger.Observations.POSITION_LOST;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC H3: senders that lost their position. What they do not know is in doubt, and operators are notified. */
class PositionLostTest {
    private static final String ALERT = "HIGH position_lost";

    static Stream<GatewayPolicy> policies() {
        return Policies.all().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void positionLost_ofTheCurrentAttempt_isAnUnknownOutcomeAndAnAlert(GatewayPolicy policy) {
        RequestRun lost = RequestRun.begun(policy).attemptEnded(POSITION_LOST);
        RequestRun unknown = RequestRun.begun(policy).attemptEnded(UNKNOWN);

        assertThat(lost.status()).isEqualTo(unknown.status());
        assertThat(lost.sends()).isEqualTo(1);
        assertThat(lost.alerts()).contains(ALERT);
        assertThat(unknown.alerts()).doesNotContain(ALERT);
    }

    /** The sender does not know, and its "unknown" clears nothing that was known before or is learnt later. */
    @Test
    void positionLost_besideWhatIsKnown_changesNothingButRaisesAnAlert() {
        RequestRun settled =
                RequestRun.begun(Policies.QUERYABLE).attemptEnded(DELIVERED).attemptEnded(POSITION_LOST);
        RequestRun later =
                RequestRun.begun(Policies.QUERYABLE).attemptEnded(POSITION_LOST).attemptEnded(DELIVERED);
        RequestRun retried = RequestRun.begun(Policies.QUERYABLE)
                .attemptEnded(NOT_SENT)
                .timer()
                .attemptEnded(1, POSITION_LOST);

        assertThat(settled.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(settled.last().events()).isEmpty();
        assertThat(settled.alerts()).containsExactly(ALERT);
        assertThat(later.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(retried.status()).as("an earlier attempt").isEqualTo(Status.SENDING);
        assertThat(retried.alerts()).containsExactly(ALERT);
    }

    /** Settled and removed since: that is no sign of a stranger's reports. */
    @Test
    void positionLost_ofARequestThatIsRemoved_isOnlyThat() {
        Decision decision = Policies.ledger(Policies.QUERYABLE)
                .decide(null, Observations.attempt(1, POSITION_LOST), Histories.START);

        assertThat(decision.entry()).isNull();
        assertThat(decision.effects()).singleElement().isInstanceOfSatisfying(Effect.Raise.class, raise -> {
            assertThat(raise.cause()).isEqualTo("position_lost");
            assertThat(raise.summary()).contains(Histories.GATEWAY, Histories.ID.toString());
        });
    }

    @Test
    void sameWord_inAGatewaysOwnAnswer_isNoLossOfOurs() {
        Answer answer = new Answer(Category.CLIENT_ERROR, 409, "position_lost", null, 5, Map.of(), null, null);

        assertThat(RequestRun.begun(Policies.QUERYABLE)
                        .attemptEnded(new Outcome.Unknown(answer))
                        .alerts())
                .isEmpty();
    }
}
