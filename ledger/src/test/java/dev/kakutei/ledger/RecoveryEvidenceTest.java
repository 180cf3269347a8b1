package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.DELIVERED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Resubmission;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is known in spite of a loss of records counts. Each was found by the simulation. */
class RecoveryEvidenceTest {
    private static final Instant LATER = Histories.at(30);
    private static final Set<Status> SCHEDULED = EnumSet.of(Status.RETRYING, Status.VERIFYING);

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

    /** Attempt 2 was commanded before the loss and again after it; only its recovery says which one a report is about. */
    @Test
    void reportOfAnAttemptThatLeftNoTrace_whenItsNumberIsGivenAgain_clearsAndSettlesNothing() {
        Entry again = Histories.all().get("sending again, records lost");
        for (Outcome lost : List.of(Observations.NOT_SENT, Observations.REFUSED)) {
            Decision late = decide(Policies.QUERYABLE, again, Observations.attempt(again.attempts(), lost, 0));

            assertThat(late.entry()).isEqualTo(again);
            assertThat(alerts(late)).containsExactly("report_without_command");
        }
        Decision own = decide(
                Policies.QUERYABLE,
                again,
                Observations.attempt(again.attempts(), Observations.REFUSED, again.recovery()));
        assertThat(own.entry().status()).isEqualTo(Status.FAILED);
    }

    /** The gateway had said that there was nothing, and broke its word: the money has moved, perhaps twice. */
    @Test
    void successOfAnAttemptThatLeftNoTrace_whileTheNextIsUnderWay_settlesAndRaisesAnAlert() {
        Entry again = Histories.all().get("sending again, records lost");
        for (Observation success : List.of(
                Observations.attempt(again.attempts(), DELIVERED, 0), Observations.inquiry(1, Finding.SUCCEEDED, 0))) {
            Decision late = decide(Policies.QUERYABLE, again, success);

            assertThat(late.entry().status()).isEqualTo(Status.SUCCEEDED);
            assertThat(alerts(late)).contains("report_without_command", "perhaps_twice");
        }
    }

    @Test
    void reportOfAnAttemptOfBeforeTheLoss_thatIsKnown_isNoSurprise() {
        Entry after = Histories.sent().recordsLost(9).entry();

        Decision decision = decide(Policies.NEITHER, after, Observations.attempt(1, DELIVERED, 0));

        assertThat(decision.entry().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(alerts(decision)).isEmpty();
    }

    @Test
    void answerToAStatusQueryThatLeftNoTrace_whenItsNumberIsGivenAgain_countsOnlyAsSuccess() {
        Entry asked = Histories.sent().recordsLost(9).verifying(9).asked(1_000).entry();
        for (Finding finding : Set.of(Finding.DECLINED, Finding.NOT_FOUND)) {
            Decision late = decide(Policies.QUERYABLE, asked, Observations.inquiry(1, finding, 0));

            assertThat(late.entry()).isEqualTo(asked);
        }
        assertThat(decide(Policies.QUERYABLE, asked, Observations.inquiry(1, Finding.SUCCEEDED, 0))
                        .entry()
                        .status())
                .isEqualTo(Status.SUCCEEDED);
        assertThat(decide(Policies.QUERYABLE, asked, Observations.inquiry(1, Finding.DECLINED, 1))
                        .entry()
                        .status())
                .isEqualTo(Status.FAILED);
    }

    @Test
    void recordsLost_beforeItsTimeHasCome_waitsAtLeastUntilThen() {
        for (GatewayPolicy policy : Policies.all()) {
            Histories.all().forEach((name, entry) -> {
                if (!SCHEDULED.contains(entry.status())) {
                    return;
                }
                Instant at = entry.dueAt().minus(Duration.ofHours(2));
                Entry after = Policies.ledger(policy)
                        .decide(entry, new Observation.RecordsLost(1, 0, at, "why"), at)
                        .entry();
                if (SCHEDULED.contains(after.status())) {
                    Instant atLeast = entry.expiresAt() != null
                                    && after.status() == Status.RETRYING
                                    && entry.expiresAt().isBefore(entry.dueAt())
                            ? entry.expiresAt()
                            : entry.dueAt();
                    assertThat(after.dueAt()).as(name).isAfterOrEqualTo(atLeast);
                }
            });
        }
    }

    /** What a recovery does not raise again would be cleared in the place of another request's. */
    @Test
    void recordsLost_whileOverdueAndHeld_raisesThatAgain() {
        Histories overdue = Histories.accepted()
                .pendingApproval(1, Histories.at(2), ApprovalFact.Lapse.ALERT)
                .then(Duration.ofSeconds(2), new ApprovalFact.Overdue(1));

        assertThat(alerts(lost(overdue.held(3).entry()))).contains("approval_overdue");
        assertThat(alerts(lost(overdue.recordsLost(9).withAPerson(10).entry())))
                .contains("approval_overdue", "verification_failed");
    }

    /** Its approval was lost, so it is in doubt and never approved: the gateway is asked, and its alert stays open. */
    @Test
    void recordsLost_whileOverdueAndVerified_raisesThatAgain() {
        Entry person = Histories.accepted()
                .pendingApproval(1, Histories.at(2), ApprovalFact.Lapse.ALERT)
                .then(Duration.ofSeconds(2), new ApprovalFact.Overdue(1))
                .recordsLost(3)
                .withAPerson(4)
                .entry();
        Entry asked = decide(Policies.QUERYABLE, person, verifyNow(person)).entry();
        assertThat(asked.status()).isEqualTo(Status.VERIFYING);

        assertThat(alerts(lost(asked))).contains("approval_overdue", "records_lost");
    }

    /** Another gateway would not recognise it: there would be two effects. */
    @Test
    void resubmittedAfterALoss_toAnotherGateway_isRefused() {
        Entry returned = Histories.waiting().recordsLost(9).returned(10).entry();

        assertThat(OperatorActions.refusal(returned, resubmit(returned, "another"), Policies.IDEMPOTENT, LATER))
                .isPresent();
        assertThat(OperatorActions.refusal(returned, resubmit(returned, Histories.GATEWAY), Policies.IDEMPOTENT, LATER))
                .isEmpty();
    }

    private static Observation verifyNow(Entry entry) {
        return new Observation.ActionRequested(new OperatorAction(
                "o-1",
                entry.id(),
                entry.seq(),
                OperatorAction.Type.VERIFY_NOW,
                "ann",
                OperatorAction.Role.OPERATOR,
                "because",
                LATER));
    }

    private static OperatorAction resubmit(Entry entry, String gateway) {
        return new OperatorAction(
                "o-1",
                entry.id(),
                entry.seq(),
                OperatorAction.Type.RESUBMIT,
                entry.client(),
                OperatorAction.Role.SUBMITTER,
                null,
                LATER,
                new Resubmission(
                        "ef".repeat(32),
                        gateway,
                        new BigDecimal("7"),
                        "JPY",
                        null,
                        JsonNodeFactory.instance.objectNode()));
    }

    private static Decision lost(Entry entry) {
        return decide(Policies.QUERYABLE, entry, new Observation.RecordsLost(1, 0, LATER, "why"));
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
