package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.ApprovalStatus;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.OperatorAction.Role;
import dev.kakutei.schemas.OperatorAction.Type;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.SubmissionSummary;
import dev.kakutei.schemas.SubmissionSummary.Origin;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Summaries of submissions, and how far an approval has come (SPEC C9). */
class SummaryRulesTest {
    private static final Instant NOW = at(10);

    @Test
    void summary_inAnyState_movesNothingAndIsShownWithItsVersion() {
        Histories.all().forEach((name, entry) -> {
            int submission = entry.summaries().latest().eventId();
            Decision decision = decide(entry, attach(entry, submission, "what it is about", null));

            assertThat(facts(decision))
                    .as(name)
                    .containsExactly(new ApprovalFact.SummaryAttached(
                            "o-1",
                            submission,
                            entry.summaries().latest().version(),
                            "what it is about",
                            null,
                            Origin.CLIENT));
            assertThat(decision.effects()).as(name).isEmpty();
            Entry after = decision.entry();
            assertThat(after.currentEventId()).isEqualTo(entry.currentEventId());
            assertThat(after.status()).isEqualTo(entry.status());
            assertThat(after.dueAt()).isEqualTo(entry.dueAt());
            assertThat(after.summaries().current())
                    .isEqualTo(new Summaries.Summary("what it is about", "summariser:scribe", NOW, Origin.CLIENT));
            assertThat(decision.events().get(0).by()).isEqualTo("summariser:scribe");
        });
    }

    @Test
    void summary_thatComesTwice_isAttachedOnce() {
        Histories.all().forEach((name, entry) -> {
            OperatorAction action = attach(entry, 1, "first", null);
            Entry after = decide(entry, action).entry();

            assertThat(refusal(after, action)).as(name).contains("event 1 has a summary, event " + after.seq());
        });
    }

    /** Events of the request: 1 accepted, 2 held, 3 returned, 4 resubmitted, 5 held again, 6 summary of event 1. */
    @ParameterizedTest
    @CsvSource({
        "1,  ,  has a summary",
        "1,  5, has a summary",
        "2,  ,  2 is no submission of this request; 1 4",
        "3,  ,  is no submission",
        "6,  ,  is no submission",
        "99, ,  is no submission",
        "4,  6, has no summary that could be replaced",
    })
    void summary_thatDoesNotFit_isRefused(int event, Integer replaces, String words) {
        Entry first = resubmitted();
        Entry entry =
                decide(first, attach(first, 1, "of the first version", null)).entry();
        assertThat(entry.seq()).isEqualTo(6);

        assertThat(refusal(entry, attach(entry, event, "another", replaces)).replace(",", ""))
                .contains(words);
    }

    @Test
    void summary_thatNamesTheOneItReplaces_replacesItOnce() {
        Entry entry = resubmitted();
        Entry first = decide(entry, attach(entry, 4, "wrong", null)).entry();
        OperatorAction correction = attach(first, 4, "right", first.seq());

        Entry second = decide(first, correction).entry();

        assertThat(second.summaries().current().text()).isEqualTo("right");
        assertThat(second.summaries().latest().summaryEventId()).isEqualTo(second.seq());
        assertThat(refusal(second, correction)).contains("has a summary, event " + second.seq());
    }

    @Test
    void summary_ofAnOlderVersion_isNotShownAsThatOfTheNewOne() {
        Entry entry = resubmitted();
        entry = decide(entry, attach(entry, 1, "of the first version", null)).entry();

        assertThat(entry.summaries().current()).isNull();
        assertThat(entry.summaries().submissions())
                .containsExactly(new Summaries.SubmittedVersion(1, 1, 6), new Summaries.SubmittedVersion(2, 4, 0));
        Entry held = held();
        held = decide(held, attach(held, 1, "of the first version", null)).entry();
        assertThat(resubmit(held).summaries().current())
                .as("a new version begins without")
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"VIEWER", "SUBMITTER", "APPROVER", "OPERATOR"})
    void summary_byWhoHasNotTheRole_isRefused(Role role) {
        Entry entry = held();
        OperatorAction action = new OperatorAction(
                "o-1",
                entry.id(),
                entry.seq(),
                Type.ATTACH_SUMMARY,
                "scribe",
                role,
                null,
                NOW,
                null,
                null,
                new SubmissionSummary(1, "x", null, Origin.CLIENT));

        assertThat(refusal(entry, action)).contains("it takes the role SUMMARISER");
    }

    @Test
    void summaries_tooMany_areRefused() {
        Entry entry = held();
        Integer standing = null;
        for (int i = 0; i < Summaries.MAX_ATTACHED; i++) {
            entry = decide(entry, attach(entry, 1, "x", standing)).entry();
            standing = entry.seq();
        }
        assertThat(refusal(entry, attach(entry, 1, "x", standing))).contains("gets no more");
    }

    @Test
    void summary_thatSaysNothingOrTooMuch_isNone() {
        String long1 = "x".repeat(SubmissionSummary.MAX_TEXT + 1);
        for (String text : new String[] {null, "", " \n", long1}) {
            assertThatThrownBy(() -> new SubmissionSummary(1, text, null, Origin.CLIENT))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new SubmissionSummary(1, "x", 1, Origin.CLIENT))
                .hasMessageContaining("no summary of event 1");
        assertThatThrownBy(() -> new SubmissionSummary(1, "x", 2, Origin.GENERATED))
                .hasMessageContaining("replaces none");
    }

    @Test
    void approval_allTheWay_showsItsStatusWithTimes() {
        Entry held = held();
        assertThat(shown(held))
                .isEqualTo(new StatusChange.Approval(
                        ApprovalStatus.PENDING, held.approval().since(), null, null));

        Entry returned = decide(held, action(held, Type.RETURN, Role.APPROVER, "boss"), at(20))
                .entry();
        assertThat(shown(returned).status()).isEqualTo(ApprovalStatus.RETURNED);

        Entry again = resubmit(returned);
        assertThat(shown(again)).isEqualTo(new StatusChange.Approval(ApprovalStatus.PENDING, at(30), null, null));

        Entry approved = decide(again, action(again, Type.APPROVE, Role.APPROVER, "boss"), at(40))
                .entry();
        StatusChange.Approval last =
                new StatusChange.Approval(ApprovalStatus.APPROVED, at(30), at(40), "approver:boss");
        assertThat(approved.status()).isEqualTo(Status.SENDING);
        assertThat(shown(approved)).isEqualTo(last);

        Entry settled = approved.apply(new LedgerEvent(
                approved.id(),
                approved.seq() + 1,
                at(50),
                "verifier",
                new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.OPERATOR, 0, null, null)));
        assertThat(shown(settled)).as("also after the end").isEqualTo(last);
    }

    @Test
    void approval_returnedAndThenOver_staysReturned() {
        Entry held = held();
        Entry returned =
                decide(held, action(held, Type.RETURN, Role.APPROVER, "boss")).entry();
        Entry cancelled = decide(returned, action(returned, Type.CANCEL, Role.OPERATOR, "scribe"))
                .entry();

        assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
        assertThat(shown(cancelled).status()).isEqualTo(ApprovalStatus.RETURNED);
    }

    @Test
    void entry_storedBeforeThereWereStatusesAndSummaries_isRead() {
        Entry held = held();
        Entry returned =
                decide(held, action(held, Type.RETURN, Role.APPROVER, "boss")).entry();
        Entry approved =
                decide(held, action(held, Type.APPROVE, Role.APPROVER, "boss")).entry();

        assertThat(old(held).approval().status()).isEqualTo(ApprovalStatus.PENDING);
        assertThat(old(returned).approval().status()).isEqualTo(ApprovalStatus.RETURNED);
        assertThat(old(approved).approval().status()).isEqualTo(ApprovalStatus.APPROVED);
        assertThat(old(approved).approval().approvedAt()).as("not known").isNull();
        assertThat(old(held).summaries()).isEqualTo(Summaries.NONE);
        Entry old = old(resubmitted());
        assertThat(refusal(old, attach(old, 4, "x", null)))
                .as("an event of before")
                .contains("4 is no submission of this request; 1 is");
    }

    private static Entry old(Entry entry) {
        Approval approval = entry.approval();
        return new Entry(
                entry.request(),
                entry.progress(),
                entry.attempts(),
                entry.inquiries(),
                entry.lastAnswer(),
                entry.settlement(),
                entry.recovered(),
                entry.otherGateways(),
                entry.version(),
                new Approval(
                        approval.policy(),
                        null,
                        approval.since(),
                        approval.limitAt(),
                        approval.waitMillis(),
                        approval.lapse(),
                        null,
                        approval.approvedBy()),
                entry.comments(),
                null);
    }

    private static StatusChange.Approval shown(Entry entry) {
        return ResultMessages.statusChange(entry).approval();
    }

    private static Ledger ledger() {
        return Policies.ledger(Policies.QUERYABLE, ApprovalRulesTest.LARGE);
    }

    private static Entry held() {
        return ledger().decide(null, Observations.ARRIVAL, NOW).entry();
    }

    private static Entry resubmitted() {
        Entry held = held();
        return resubmit(
                decide(held, action(held, Type.RETURN, Role.APPROVER, "boss")).entry());
    }

    private static Entry resubmit(Entry entry) {
        Entry returned = entry.status() == Status.RETURNED
                ? entry
                : decide(entry, action(entry, Type.RETURN, Role.APPROVER, "boss"))
                        .entry();
        return decide(returned, action(returned, Type.RESUBMIT, Role.SUBMITTER, "shop"), at(30))
                .entry();
    }

    private static OperatorAction attach(Entry entry, int event, String text, Integer replaces) {
        return OperatorAction.attaching(
                new SubmissionSummary(event, text, replaces, Origin.CLIENT), "o-1", entry.id(), 1, "scribe", NOW);
    }

    private static OperatorAction action(Entry entry, Type action, Role role, String person) {
        Resubmission changed = new Resubmission(
                "ef".repeat(32), Histories.GATEWAY, null, "JPY", null, JsonNodeFactory.instance.objectNode());
        return new OperatorAction(
                "o-2",
                entry.id(),
                entry.seq(),
                action,
                person,
                role,
                "a reason",
                NOW,
                action == Type.RESUBMIT ? changed : null,
                null,
                null);
    }

    private static Decision decide(Entry entry, OperatorAction action) {
        return decide(entry, action, NOW);
    }

    private static Decision decide(Entry entry, OperatorAction action, Instant now) {
        Decision decision = ledger().decide(entry, new Observation.ActionRequested(action), now);
        assertThat(decision.events()).isNotEmpty();
        return decision;
    }

    private static String refusal(Entry entry, OperatorAction action) {
        Decision decision = ledger().decide(entry, new Observation.ActionRequested(action), NOW);
        return Refusals.only(decision, entry);
    }

    private static List<Fact> facts(Decision decision) {
        return decision.events().stream().map(LedgerEvent::fact).toList();
    }
}
