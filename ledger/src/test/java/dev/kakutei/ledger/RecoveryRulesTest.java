package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.DELIVERED;
import static dev.kakutei.ledger.Observations.NOT_SENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.RecoveryFact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC H3: after Kafka has lost records, every open request is in doubt, and none is new. */
class RecoveryRulesTest {
    private static final Instant STOPPED = Histories.at(4_000);
    private static final Set<Status> WAITS =
            EnumSet.of(Status.PENDING_APPROVAL, Status.RETURNED, Status.HELD, Status.VERIFICATION_FAILED);

    static List<GatewayPolicy> policiesAndNone() {
        List<GatewayPolicy> policies = new ArrayList<>(Policies.all());
        policies.add(null);
        return policies;
    }

    @ParameterizedTest
    @MethodSource("policiesAndNone")
    void recordsLost_inAnyOpenState_isDoubtAndAnAlertAndPostsNothing(GatewayPolicy policy) {
        Histories.all().forEach((name, entry) -> {
            Decision decision = lost(policy, entry, 0);

            if (entry.status().terminal()) {
                assertThat(decision.events()).as(name).isEmpty();
                assertThat(decision.effects()).as(name).isEmpty();
                return;
            }
            Entry after = decision.entry();
            assertThat(after.inDoubt()).as(name).isTrue();
            assertThat(after.pendingVerification()).as(name).isTrue();
            assertThat(after.attempts().count()).as(name).isPositive();
            assertThat(after.attempts().lastSendNotAfter()).as(name).isAfterOrEqualTo(STOPPED);
            assertThat(after.attempts().firstSentAt()).as(name).isNotNull();
            assertThat(decision.effects()).as(name).noneMatch(Effect.Send.class::isInstance);
            assertThat(decision.effects())
                    .as(name)
                    .anyMatch(effect -> effect instanceof Effect.Raise raise
                            && raise.cause().equals("records_lost"));
            if (WAITS.contains(entry.status())) {
                assertThat(after.status()).as(name).isEqualTo(entry.status());
            }
            assertThat(fold(entry, decision)).as(name).isEqualTo(after);
        });
    }

    @Test
    void recordsLost_ofAnAcceptedRequest_goesTheWayOfItsClass() {
        Entry accepted = Histories.accepted().entry();

        assertThat(lost(Policies.IDEMPOTENT, accepted, 0).entry().status()).isEqualTo(Status.RETRYING);
        assertThat(lost(Policies.QUERYABLE, accepted, 0).entry().status()).isEqualTo(Status.VERIFYING);
        assertThat(lost(Policies.NEITHER, accepted, 0).entry().status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(lost(null, accepted, 0).entry().status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    /** The key's memory is counted from the acceptance: an attempt that is not known may have come right after it. */
    @Test
    void recordsLost_keyMemoryOverSinceTheAcceptance_isNotSentAgain() {
        Entry accepted = Histories.accepted().entry();
        Ledger ledger = Policies.ledger(Policies.IDEMPOTENT);
        Instant late = Histories.START.plus(Policies.KEY_MEMORY);
        Entry after = ledger.decide(accepted, new Observation.RecordsLost(1, 0, late, "why"), late)
                .entry();

        Decision due = ledger.decide(after, new Observation.TimeCame(), after.dueAt());

        assertThat(due.entry().status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(due.effects()).noneMatch(Effect.Send.class::isInstance);
    }

    @Test
    void recordsLost_attemptsThatSurvivingRecordsName_areCounted() {
        Decision decision = lost(Policies.QUERYABLE, Histories.sent().entry(), 3);

        assertThat(decision.entry().attempts().count()).isEqualTo(3);
        assertThat(decision.events().get(0).fact())
                .isInstanceOfSatisfying(
                        RecoveryFact.RecordsLost.class,
                        fact -> assertThat(fact.attempt()).isEqualTo(3));
    }

    /** A report that the attempt was not made speaks of one attempt, and there may have been others. */
    @Test
    void recordsLost_thenAbsenceIsReported_staysInDoubt() {
        Entry after = lost(Policies.QUERYABLE, Histories.sent().entry(), 0).entry();

        Entry decided = Policies.ledger(Policies.QUERYABLE)
                .decide(after, Observations.attempt(1, NOT_SENT), STOPPED.plusSeconds(1))
                .entry();

        assertThat(decided.status()).isEqualTo(Status.VERIFYING);
        assertThat(decided.inDoubt()).isTrue();
    }

    @Test
    void recordsLost_thenASuccessIsReported_isSettled() {
        Entry after = lost(Policies.NEITHER, Histories.accepted().entry(), 0).entry();

        assertThat(Policies.ledger(Policies.NEITHER)
                        .decide(after, Observations.attempt(1, DELIVERED), STOPPED.plusSeconds(1))
                        .entry()
                        .status())
                .isEqualTo(Status.SUCCEEDED);
    }

    @Test
    void recordsLost_whereARuleHolds_waitsForApprovalInDoubt() {
        Ledger ledger = Policies.ledger(Policies.NEITHER, ApprovalRulesTest.LARGE);

        Decision decision =
                ledger.decide(Histories.accepted().entry(), new Observation.RecordsLost(1, 0, STOPPED, "why"), STOPPED);

        assertThat(decision.entry().status()).isEqualTo(Status.PENDING_APPROVAL);
        assertThat(decision.entry().inDoubt()).isTrue();
    }

    /** It may have been approved and sent before: approving it again posts it only where that cannot act twice. */
    @Test
    void approvedAfterALoss_goesTheWayOfDoubt() {
        Entry waiting = Histories.waiting().recordsLost(9).entry();

        assertThat(approve(Policies.IDEMPOTENT, waiting).entry().status()).isEqualTo(Status.SENDING);
        assertThat(approve(Policies.QUERYABLE, waiting).entry().status()).isEqualTo(Status.VERIFYING);
        assertThat(approve(Policies.NEITHER, waiting).entry().status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void unapprovedAfterALoss_canBeSettledAndNotSent() {
        Entry waiting = Histories.waiting().recordsLost(9).entry();
        Entry person = Histories.waiting().recordsLost(9).withAPerson(10).entry();

        assertThat(refusal(Policies.NEITHER, waiting, OperatorAction.Type.SETTLE_FAILED))
                .isEmpty();
        assertThat(refusal(Policies.NEITHER, person, OperatorAction.Type.SETTLE_SUCCEEDED))
                .isEmpty();
        assertThat(refusal(Policies.IDEMPOTENT, person, OperatorAction.Type.SEND_AGAIN))
                .hasValueSatisfying(text -> assertThat(text).contains("no approval"));
        assertThat(refusal(Policies.NEITHER, waiting, OperatorAction.Type.CANCEL))
                .isPresent();
    }

    @Test
    void unapprovedAfterALoss_whenItsTimeIsOver_isForAPersonAndNotExpired() {
        Entry waiting = Histories.accepted(Histories.at(40))
                .pendingApproval(0, null, ApprovalFact.Lapse.ALERT)
                .recordsLost(9)
                .entry();

        assertThat(Policies.ledger(Policies.QUERYABLE)
                        .decide(waiting, new Observation.TimeCame(), Histories.at(40))
                        .entry()
                        .status())
                .isEqualTo(Status.VERIFICATION_FAILED);
    }

    private static Decision lost(GatewayPolicy policy, Entry entry, int lastAttemptSeen) {
        return Policies.ledger(policy)
                .decide(
                        entry,
                        new Observation.RecordsLost(1, lastAttemptSeen, STOPPED, "Kafka has lost records"),
                        STOPPED);
    }

    private static Decision approve(GatewayPolicy policy, Entry entry) {
        Instant now = Histories.at(12);
        OperatorAction action = new OperatorAction(
                "o-1",
                entry.id(),
                entry.seq(),
                OperatorAction.Type.APPROVE,
                "ann",
                OperatorAction.Role.APPROVER,
                null,
                now);
        return Policies.ledger(policy).decide(entry, new Observation.ActionRequested(action), now);
    }

    private static Optional<String> refusal(GatewayPolicy policy, Entry entry, OperatorAction.Type type) {
        OperatorAction action = new OperatorAction(
                "o-1", entry.id(), entry.seq(), type, "ann", OperatorAction.Role.OPERATOR, "because", Histories.at(12));
        return OperatorActions.refusal(entry, action, policy, Histories.at(12));
    }

    private static Entry fold(Entry entry, Decision decision) {
        Entry folded = entry;
        for (LedgerEvent event : decision.events()) {
            folded = folded.apply(event);
        }
        return folded;
    }
}
