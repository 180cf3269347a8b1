package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.OperatorAction.Role;
import dev.kakutei.schemas.OperatorAction.Type;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What persons may do, and when (SPEC C10). */
class OperatorActionsTest {
    private static final Instant LATER = Histories.at(5_000);

    /** The whole table: in which states each action is carried out, for a gateway that can be asked. */
    private static final Map<Type, Set<Status>> ALLOWED = Map.of(
            Type.SETTLE_SUCCEEDED,
            EnumSet.of(Status.RETRYING, Status.HELD, Status.VERIFYING, Status.VERIFICATION_FAILED),
            Type.SETTLE_FAILED,
            EnumSet.of(Status.RETRYING, Status.HELD, Status.VERIFYING, Status.VERIFICATION_FAILED),
            Type.SEND_AGAIN,
            EnumSet.of(Status.RETRYING, Status.VERIFYING, Status.VERIFICATION_FAILED),
            Type.VERIFY_NOW,
            EnumSet.of(Status.VERIFYING, Status.VERIFICATION_FAILED),
            Type.HOLD,
            EnumSet.of(Status.RETRYING, Status.PENDING_APPROVAL),
            Type.RELEASE,
            EnumSet.of(Status.HELD),
            Type.CANCEL,
            EnumSet.of(Status.RETRYING, Status.HELD, Status.PENDING_APPROVAL, Status.RETURNED));

    @Test
    void action_anyActionInAnyState_isCarriedOutByTheTableAndOnlyOnce() {
        Histories.all().forEach((name, entry) -> {
            for (Type action : ALLOWED.keySet()) {
                Policies.all().forEach(policy -> assertByTheTable(name, entry, action(entry, action), policy));
            }
            OperatorAction atRisk = action(entry, Type.SEND_AGAIN).with(SecondEffect.ACCEPTED);
            Policies.all().forEach(policy -> assertByTheTable(name, entry, atRisk, policy));
        });
    }

    private static void assertByTheTable(String name, Entry entry, OperatorAction action, GatewayPolicy policy) {
        Type type = action.type();
        Decision decision = decide(policy, entry, action);
        String what = name + ", " + type + ", " + policy.gatewayClass();

        assertThat(fold(entry, decision)).as(what).isEqualTo(decision.entry());
        if (decision.events().isEmpty()) {
            assertRefused(entry, decision);
        } else {
            assertThat(allowed(type, entry)).as(what).contains(entry.status());
            assertCarriedOut(action, decision);
            assertFollowed(what, decision);
            assertRefused(decision.entry(), decide(policy, decision.entry(), action));
        }
    }

    /** After a loss of records, what was not approved may have been sent all the same, and a person may know. */
    private static Set<Status> allowed(Type action, Entry entry) {
        boolean settles = action == Type.SETTLE_SUCCEEDED || action == Type.SETTLE_FAILED;
        Set<Status> allowed = EnumSet.copyOf(ALLOWED.get(action));
        if (settles && entry.awaitsApproval() && entry.inDoubt()) {
            allowed.addAll(EnumSet.of(Status.PENDING_APPROVAL, Status.RETURNED));
        }
        return allowed;
    }

    @ParameterizedTest
    @EnumSource(value = Role.class, names = "OPERATOR", mode = EnumSource.Mode.EXCLUDE)
    void action_byAnotherRole_isRefused(Role role) {
        Entry entry = Histories.sent().withAPerson(2).entry();
        OperatorAction action =
                new OperatorAction("o", entry.id(), entry.seq(), Type.SETTLE_FAILED, "ops-1", role, "because", LATER);

        assertRefused(entry, decide(Policies.QUERYABLE, entry, action));
    }

    @Test
    void action_basedOnAnEarlierEvent_isRefused() {
        Entry entry = Histories.sent().withAPerson(2).entry();
        OperatorAction stale = new OperatorAction(
                "o", entry.id(), entry.seq() - 1, Type.SEND_AGAIN, "ops-1", Role.OPERATOR, "because", LATER);

        Decision decision = decide(Policies.QUERYABLE, entry, stale);

        assertRefused(entry, decision);
        assertThat(refusal(decision).reason()).contains("moved on");
    }

    @Test
    void sendAgain_whereRepetitionIsForgiven_keepsTheDoubt() {
        Entry entry = Histories.sent().withAPerson(2).entry();

        Decision decision = decide(Policies.IDEMPOTENT_ASKED, entry, action(entry, Type.SEND_AGAIN));

        assertThat(decision.entry().status()).isEqualTo(Status.SENDING);
        assertThat(decision.entry().inDoubt()).isTrue();
    }

    /** It stays where it is, so nothing new is raised: what is raised twice and cleared once never ends. */
    @Test
    void sendAgain_thatTheGatewaysMemoryForbids_raisesNothingAgain() {
        Entry entry = Histories.sent().withAPerson(2).entry();
        Instant tooLate = Histories.START.plus(Policies.KEY_MEMORY);

        Decision decision = Policies.ledger(Policies.IDEMPOTENT)
                .decide(entry, new Observation.ActionRequested(action(entry, Type.SEND_AGAIN)), tooLate);

        assertThat(decision.entry().status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(decision.effects()).noneMatch(Effect.Raise.class::isInstance);
    }

    @Test
    void sendAgain_afterExpiry_isRefused() {
        Entry entry = Histories.accepted(Histories.at(6))
                .sending(0)
                .retrying(2, Outcome.Doubt.NONE)
                .entry();

        assertRefused(entry, decide(Policies.QUERYABLE, entry, action(entry, Type.SEND_AGAIN)));
    }

    @Test
    void held_isNotSentByTimeAndGoesOnWhenReleased() {
        Entry held = Histories.sent().retrying(2, Outcome.Doubt.NONE).held(3).entry();
        Ledger ledger = Policies.ledger(Policies.QUERYABLE);

        assertThat(ledger.decide(held, Observations.TIME, LATER).events()).isEmpty();
        Decision released = decide(Policies.QUERYABLE, held, action(held, Type.RELEASE));
        assertThat(released.entry().status()).isEqualTo(Status.SENDING);
        assertThat(released.entry().attempts().count()).isEqualTo(2);
    }

    @Test
    void cancel_whileAnAttemptMayHaveTakenEffect_isRefused() {
        Entry entry = Histories.sent().retrying(2, Outcome.Doubt.POSSIBLE).entry();

        assertRefused(entry, decide(Policies.IDEMPOTENT, entry, action(entry, Type.CANCEL)));
    }

    @Test
    void verifyNow_withAPerson_asksAndComesBackToThePersonWhenItSettlesNothing() {
        Entry entry = Histories.doubted()
                .asked(302)
                .missed(303, 0)
                .asked(1_000)
                .missed(1_001, 0)
                .asked(1_400)
                .withAPerson(1_401)
                .entry();
        GatewayPolicy policy = Policies.with(Policies.QUERYABLE, Policies.verification(3, 2, Gateway.NotFound.FAIL));

        Decision asked = decide(policy, entry, action(entry, Type.VERIFY_NOW));
        assertThat(asked.entry().inquiries().open()).isEqualTo(4);
        Decision answered = Policies.ledger(policy)
                .decide(asked.entry(), Observations.inquiry(4, Finding.PENDING), LATER.plus(Duration.ofSeconds(1)));
        assertThat(answered.entry().status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void action_forAnUnknownRequest_isRefused() {
        Entry entry = Histories.sent().entry();
        Decision decision = Policies.ledger(Policies.QUERYABLE)
                .decide(null, new Observation.ActionRequested(action(entry, Type.HOLD)), LATER);

        assertThat(decision.events()).isEmpty();
        assertThat(refusal(decision).lastEventId()).isZero();
    }

    private static OperatorAction action(Entry entry, Type action) {
        return new OperatorAction(
                "action-1", entry.id(), entry.seq(), action, "ops-1", Role.OPERATOR, "because", LATER);
    }

    private static Decision decide(GatewayPolicy policy, Entry entry, OperatorAction action) {
        Decision decision = Policies.ledger(policy).decide(entry, new Observation.ActionRequested(action), LATER);
        new Invariants(policy, entry, decision, LATER).hold();
        return decision;
    }

    private static Entry fold(Entry entry, Decision decision) {
        Entry folded = entry;
        for (LedgerEvent event : decision.events()) {
            folded = folded.apply(event);
        }
        return folded;
    }

    private static void assertCarriedOut(OperatorAction action, Decision decision) {
        LedgerEvent first = decision.events().get(0);
        assertThat(first.by()).isEqualTo("operator:ops-1");
        assertThat(first.fact()).isInstanceOf(Fact.OperatorActed.class);
        assertThat(((Fact.OperatorActed) first.fact()).actionId()).isEqualTo(action.actionId());
        boolean ends = decision.entry().status().terminal();
        assertThat(decision.effects().stream().filter(Effect.PublishResult.class::isInstance))
                .hasSize(ends ? 1 : 0);
    }

    /** Whoever waits for an action's outcome waits for the facts behind its first one, exactly where there are some. */
    static void assertFollowed(String what, Decision decision) {
        Fact first = decision.events().get(0).fact();
        boolean release = first instanceof Fact.OperatorActed acted && acted.action() == Type.RELEASE;
        if (!release) {
            assertThat(OperatorActions.isAlwaysFollowed(first))
                    .as(what)
                    .isEqualTo(decision.events().size() > 1);
        }
    }

    private static void assertRefused(Entry entry, Decision decision) {
        assertThat(decision.events()).isEmpty();
        assertThat(decision.entry()).isEqualTo(entry);
        assertThat(refusal(decision).lastEventId()).isEqualTo(entry.seq());
    }

    private static ActionRefusal refusal(Decision decision) {
        assertThat(decision.effects()).hasSize(1);
        return ((Effect.Refuse) decision.effects().get(0)).refusal();
    }
}
