package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.at;
import static dev.kakutei.schemas.ApprovalFact.Lapse.ALERT;
import static dev.kakutei.schemas.ApprovalFact.Lapse.EXPIRE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.OperatorAction.Role;
import dev.kakutei.schemas.OperatorAction.Type;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.SubmissionSummary;
import dev.kakutei.schemas.gateway.ApprovalRule;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holding for approval (SPEC C9). */
class ApprovalRulesTest {
    static final ApprovalRule LARGE = rule("large", "10", null, ALERT);
    private static final Instant NOW = at(10);

    @Test
    void arrival_ofWhatARuleHolds_waitsAndIsNotSent() {
        Decision decision =
                ledger(rule("large", "12.50", Duration.ofMinutes(1), EXPIRE)).decide(null, Observations.ARRIVAL, NOW);

        assertThat(facts(decision))
                .last()
                .isEqualTo(new ApprovalFact.Requested("large", 1, NOW.plusSeconds(60), EXPIRE));
        assertThat(decision.effects()).containsExactly(new Effect.PublishStatus());
        assertThat(decision.entry().status()).isEqualTo(Status.PENDING_APPROVAL);
        assertThat(decision.entry().dueAt()).isEqualTo(NOW.plusSeconds(60));
    }

    @Test
    void arrival_ofWhatNoRuleHolds_isSent() {
        Decision decision = ledger(rule("large", "12.51", null, ALERT)).decide(null, Observations.ARRIVAL, NOW);

        assertThat(decision.entry().status()).isEqualTo(Status.SENDING);
        assertThat(decision.entry().approval()).isNull();
    }

    @Test
    void arrival_firstRuleThatApplies_decides() {
        ApprovalRule pass = new ApprovalRule(
                "known", ApprovalRule.Decision.PASS, Set.of(), Set.of(), Set.of("JPY"), Map.of(), null, ALERT);

        assertThat(ledger(pass, LARGE)
                        .decide(null, Observations.ARRIVAL, NOW)
                        .entry()
                        .status())
                .isEqualTo(Status.SENDING);
        assertThat(ledger(LARGE, pass)
                        .decide(null, Observations.ARRIVAL, NOW)
                        .entry()
                        .status())
                .isEqualTo(Status.PENDING_APPROVAL);
    }

    @Test
    void arrival_heldForAGatewayThatIsGone_waitsAllTheSame() {
        Decision decision = Policies.ledger(null, LARGE).decide(null, Observations.ARRIVAL, NOW);

        assertThat(decision.entry().status()).isEqualTo(Status.PENDING_APPROVAL);
        assertThat(refusal(Policies.ledger(null), decision.entry(), approve(decision.entry(), "boss")))
                .contains("no gateway");
    }

    @Test
    void approve_byAnotherPerson_isSentOnce() {
        Entry entry = Histories.waiting().entry();
        OperatorAction action = approve(entry, "boss");
        Decision decision = decide(entry, action);

        assertThat(facts(decision)).first().isEqualTo(new ApprovalFact.Approved("o-1", 1, "fine"));
        assertThat(decision.events().get(0).by()).isEqualTo("approver:boss");
        assertThat(decision.effects())
                .hasAtLeastOneElementOfType(Effect.Send.class)
                .contains(new Effect.PublishStatus());
        assertThat(decision.entry().status()).isEqualTo(Status.SENDING);
        assertThat(decision.entry().approval().approvedBy()).isEqualTo("approver:boss");
        assertThat(decide(decision.entry(), action).events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "APPROVE, APPROVER, shop, submitted it",
        "RETURN,  APPROVER, shop, submitted it",
        "APPROVE, OPERATOR, boss, it takes the role APPROVER",
        "APPROVE, SUBMITTER, shop, it takes the role APPROVER",
        "RETURN,  VIEWER,   boss, it takes the role APPROVER",
        "RESUBMIT, SUBMITTER, shop, only one that is returned can",
        "RESUBMIT, APPROVER, boss, it takes the role SUBMITTER"
    })
    void action_byWhomItDoesNotBehove_isRefused(Type action, Role role, String person, String words) {
        Entry entry = Histories.waiting().entry();

        assertThat(refusal(ledger(), entry, action(entry, action, role, person)))
                .contains(words);
    }

    @Test
    void resubmit_byAnotherSubmitter_isRefused() {
        Entry entry = Histories.waiting().returned(2).entry();

        assertThat(refusal(ledger(), entry, action(entry, Type.RESUBMIT, Role.SUBMITTER, "other")))
                .contains("only its submitter, shop");
    }

    @Test
    void returnedAndResubmitted_withAnotherAmount_asksAgainAndIsSentAsItIsThen() {
        Entry first = Histories.waiting().entry();
        Entry returned =
                decide(first, action(first, Type.RETURN, Role.APPROVER, "boss")).entry();
        Decision decision = decide(returned, action(returned, Type.RESUBMIT, Role.SUBMITTER, "shop"));
        Entry again = decision.entry();

        assertThat(returned.status()).isEqualTo(Status.RETURNED);
        assertThat(decision.events().get(0).by()).isEqualTo("client:shop");
        assertThat(again.status()).isEqualTo(Status.PENDING_APPROVAL);
        assertThat(again.version()).isEqualTo(new Version(2, "ef".repeat(32), "shop", "fine"));
        assertThat(again.digest()).isEqualTo(first.digest());
        assertThat(again.amount()).isEqualByComparingTo("7");
        assertThat(again.approval().policy())
                .as("no rule holds 7, and it was returned")
                .isEqualTo("large");
        assertThat(refusal(ledger(LARGE), again, approve(first, "boss"))).contains("moved on");
        assertThat(decide(again, approve(again, "boss")).entry().status()).isEqualTo(Status.SENDING);
    }

    @Test
    void resubmitted_underOtherRules_waitsUnderTheRuleThatHoldsItNow() {
        Entry returned = Histories.waiting().returned(2).entry();
        Decision decision = ledger(rule("strict", "1", Duration.ofHours(1), EXPIRE))
                .decide(returned, actionRequested(action(returned, Type.RESUBMIT, Role.SUBMITTER, "shop")), NOW);

        assertThat(decision.entry().approval().policy()).isEqualTo("strict");
        assertThat(decision.entry().dueAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
    }

    @Test
    void rulesThatAreGone_changeNothingOfWhatWaits() {
        Entry entry = Histories.waiting().entry();

        assertThat(Policies.ledger(Policies.QUERYABLE)
                        .decide(entry, Observations.ARRIVAL, NOW)
                        .events())
                .isEmpty();
        assertThat(Policies.ledger(Policies.QUERYABLE)
                        .decide(entry, Observations.TIME, at(1_000_000))
                        .events())
                .isEmpty();
    }

    @Test
    void release_ofWhatWasHeldBeforeItsApproval_waitsForThat() {
        Entry held = Histories.accepted(at(40))
                .pendingApproval(0, at(20), EXPIRE)
                .held(3)
                .entry();
        Decision released = decide(held, action(held, Type.RELEASE, Role.OPERATOR, "ops"));

        assertThat(released.entry().status()).isEqualTo(Status.PENDING_APPROVAL);
        assertThat(released.entry().dueAt()).isEqualTo(at(20));
        assertThat(released.effects()).containsExactly(new Effect.PublishStatus());
        assertThat(refusal(ledger(), held, approve(held, "boss"))).contains("only one that is pending_approval");
        assertThat(refusal(ledger(), held, action(held, Type.SETTLE_SUCCEEDED, Role.OPERATOR, "ops")))
                .contains("never approved");
        assertThat(decide(held, action(held, Type.CANCEL, Role.OPERATOR, "ops"))
                        .entry()
                        .status())
                .isEqualTo(Status.CANCELLED);
    }

    @Test
    void timeLimit_ofAnAlert_alertsOnceAndItGoesOnWaiting() {
        Entry entry =
                Histories.accepted(at(900)).pendingApproval(0, at(60), ALERT).entry();
        Decision alerted = ledger().decide(entry, Observations.TIME, at(60));

        assertThat(facts(alerted)).containsExactly(new ApprovalFact.Overdue(1));
        assertThat(((Effect.Raise) alerted.effects().get(0)).cause()).isEqualTo("approval_overdue");
        assertThat(alerted.entry().status()).isEqualTo(Status.PENDING_APPROVAL);
        assertThat(ledger().decide(alerted.entry(), Observations.TIME, at(899)).events())
                .isEmpty();
        assertThat(ledger().decide(alerted.entry(), Observations.TIME, at(900))
                        .entry()
                        .status())
                .isEqualTo(Status.EXPIRED);
    }

    /** However its wait ends, the alert is cleared, once; while it is only held, or talked about, it is not. */
    @ParameterizedTest
    @CsvSource({"APPROVE, 1", "RETURN, 1", "CANCEL, 1", "HOLD, 0", "COMMENT, 0"})
    void timeLimit_thatRaisedAnAlert_clearsItWhenTheWaitEnds(Type action, int times) {
        Entry waiting =
                Histories.accepted(at(900)).pendingApproval(0, at(60), ALERT).entry();
        Entry alerted = ledger().decide(waiting, Observations.TIME, at(60)).entry();
        boolean deciding = action == Type.APPROVE || action == Type.RETURN;

        Decision decision = decide(alerted, action(alerted, action, deciding ? Role.APPROVER : Role.OPERATOR, "boss"));

        assertThat(decision.effects().stream()
                        .filter(new Effect.Clear(Cause.APPROVAL_OVERDUE, Histories.GATEWAY)::equals)
                        .count())
                .isEqualTo(times);
    }

    /** It was raised at the gateway that the returned version named. */
    @Test
    void timeLimit_reportedWhileItWasReturned_isClearedAtTheGatewayOfTheEarlierVersion() {
        Entry returned = Histories.accepted(at(900))
                .pendingApproval(0, at(60), ALERT)
                .returned(10)
                .entry();
        Entry overdue = ledger().decide(returned, Observations.TIME, at(70)).entry();
        Resubmission elsewhere = new Resubmission(
                "ef".repeat(32), "another", new BigDecimal("7"), "JPY", null, JsonNodeFactory.instance.objectNode());
        OperatorAction resubmit = new OperatorAction(
                "o-1",
                overdue.id(),
                overdue.seq(),
                Type.RESUBMIT,
                overdue.client(),
                Role.SUBMITTER,
                "changed",
                NOW,
                elsewhere,
                null,
                null);

        Decision decision = ledger(LARGE).decide(overdue, actionRequested(resubmit), NOW);

        assertThat(decision.entry().gateway()).isEqualTo("another");
        assertThat(decision.effects()).contains(new Effect.Clear(Cause.APPROVAL_OVERDUE, Histories.GATEWAY));
        assertThat(ResultMessages.cleared(
                                decision.entry(), new Effect.Clear(Cause.APPROVAL_OVERDUE, Histories.GATEWAY), NOW)
                        .gateway())
                .isEqualTo(Histories.GATEWAY);
    }

    @Test
    void timeLimit_ofAnExpiry_endsItAndNoOneCanApproveItAnyMore() {
        Entry entry = Histories.accepted().pendingApproval(0, at(60), EXPIRE).entry();
        Decision ended = ledger().decide(entry, Observations.TIME, at(60));

        assertThat(ended.entry().status()).isEqualTo(Status.EXPIRED);
        assertThat(ended.entry().reason()).contains("waited for approval until").contains("\"large\"");
        assertThat(OperatorActions.refusal(entry, approve(entry, "boss"), Policies.QUERYABLE, at(60)))
                .hasValueSatisfying(words -> assertThat(words).contains("its time was over"));
    }

    @Test
    void timeLimit_afterAReturn_beginsAgainForTheSubmitter() {
        Entry entry = Histories.accepted().pendingApproval(0, at(60), EXPIRE).entry();
        Decision returned =
                ledger().decide(entry, actionRequested(action(entry, Type.RETURN, Role.APPROVER, "boss")), at(50));

        assertThat(returned.entry().dueAt()).isEqualTo(at(110));
        assertThat(ledger().decide(returned.entry(), Observations.TIME, at(110))
                        .entry()
                        .reason())
                .contains("waited for its submitter");
    }

    @Test
    void comment_anyState_movesNothingAndIsKeptOnce() {
        Histories.all().forEach((name, entry) -> {
            OperatorAction comment = action(entry, Type.COMMENT, Role.VIEWER, "auditor");
            Decision decision = decide(entry, comment);

            assertThat(facts(decision)).as(name).containsExactly(new Fact.Commented("o-1", "fine"));
            assertThat(decision.effects()).as(name).isEmpty();
            Entry after = decision.entry();
            assertThat(after.currentEventId()).isEqualTo(entry.currentEventId());
            assertThat(after.status()).isEqualTo(entry.status());
            assertThat(after.dueAt()).isEqualTo(entry.dueAt());
            assertThat(after.comments().count()).isEqualTo(1);
            assertThat(decision.events().get(0).by()).isEqualTo("viewer:auditor");
            assertThat(decide(after, comment).events()).as(name).isEmpty();
        });
    }

    @Test
    void comments_tooMany_areRefused() {
        Entry entry = Histories.waiting().entry();
        for (int i = 0; i < Comments.MAX; i++) {
            entry = entry.apply(
                    new LedgerEvent(entry.id(), entry.seq() + 1, NOW, "viewer:a", new Fact.Commented("c-" + i, "x")));
        }
        assertThat(entry.comments().recent()).hasSize(Comments.REMEMBERED).endsWith("c-" + (Comments.MAX - 1));
        assertThat(refusal(ledger(), entry, action(entry, Type.COMMENT, Role.VIEWER, "a")))
                .contains("no more");
    }

    @Test
    void action_anyActionRoleAndPersonInAnyState_isTotalIdempotentAndLawful() {
        Histories.all().forEach((name, entry) -> {
            for (Type type : List.of(Type.APPROVE, Type.RETURN, Type.RESUBMIT, Type.COMMENT, Type.ATTACH_SUMMARY)) {
                for (Role role : Role.values()) {
                    for (String person : List.of("shop", "boss")) {
                        for (GatewayPolicy policy : Policies.all()) {
                            OperatorAction action = action(entry, type, role, person);
                            Ledger ledger = Policies.ledger(policy, LARGE);
                            Decision decision = ledger.decide(entry, actionRequested(action), NOW);
                            assertLawful(policy, entry, decision, type);
                            if (!decision.events().isEmpty()) {
                                OperatorActionsTest.assertFollowed(name + ", " + type, decision);
                            }
                            assertThat(ledger.decide(decision.entry(), actionRequested(action), NOW)
                                            .events())
                                    .as("%s, %s again by %s", name, action, person)
                                    .isEmpty();
                        }
                    }
                }
            }
        });
    }

    @Test
    void entry_ofBeforeThereWereVersions_isOfTheFirstAndUnheld() {
        for (Entry entry : Histories.all().values()) {
            Entry old = new Entry(
                    entry.request(),
                    entry.progress(),
                    entry.attempts(),
                    entry.inquiries(),
                    entry.lastAnswer(),
                    entry.settlement(),
                    entry.recovered(),
                    entry.otherGateways(),
                    null,
                    null,
                    null,
                    entry.summaries());
            assertThat(old.version()).isEqualTo(new Version(1, entry.digest(), entry.client(), null));
            assertThat(old.comments()).isEqualTo(Comments.NONE);
            assertThat(old.approval()).isNull();
        }
    }

    private static void assertLawful(GatewayPolicy policy, Entry entry, Decision decision, Type action) {
        if (!action.isAlwaysTaken() || decision.events().isEmpty()) {
            if (!decision.events().isEmpty() || !entry.status().terminal()) {
                new Invariants(policy, entry, decision, NOW).hold();
            }
            return;
        }
        assertThat(decision.entry()).isEqualTo(entry.apply(decision.events().get(0)));
    }

    private static Ledger ledger(ApprovalRule... rules) {
        return Policies.ledger(Policies.QUERYABLE, rules);
    }

    private static ApprovalRule rule(String name, String atLeast, Duration within, ApprovalFact.Lapse lapse) {
        return new ApprovalRule(
                name,
                ApprovalRule.Decision.HOLD,
                Set.of(),
                Set.of(),
                Set.of(),
                Map.of("JPY", new BigDecimal(atLeast)),
                within,
                lapse);
    }

    private static OperatorAction approve(Entry entry, String person) {
        return action(entry, Type.APPROVE, Role.APPROVER, person);
    }

    private static OperatorAction action(Entry entry, Type action, Role role, String person) {
        Resubmission changed = new Resubmission(
                "ef".repeat(32),
                Histories.GATEWAY,
                new BigDecimal("7"),
                "JPY",
                null,
                JsonNodeFactory.instance.objectNode());
        return new OperatorAction(
                "o-1",
                entry.id(),
                entry.seq(),
                action,
                person,
                role,
                action == Type.ATTACH_SUMMARY ? null : "fine",
                NOW,
                action == Type.RESUBMIT ? changed : null,
                null,
                action == Type.ATTACH_SUMMARY
                        ? new SubmissionSummary(1, "it", null, SubmissionSummary.Origin.CLIENT)
                        : null);
    }

    private static Observation actionRequested(OperatorAction action) {
        return new Observation.ActionRequested(action);
    }

    private static Decision decide(Entry entry, OperatorAction action) {
        return ledger(LARGE).decide(entry, actionRequested(action), NOW);
    }

    private static String refusal(Ledger ledger, Entry entry, OperatorAction action) {
        Decision decision = ledger.decide(entry, actionRequested(action), NOW);
        return Refusals.only(decision, entry);
    }

    private static List<Fact> facts(Decision decision) {
        return decision.events().stream().map(LedgerEvent::fact).toList();
    }
}
