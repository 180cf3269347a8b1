package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.SecondEffect;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What holds after every decision, whatever was observed.
 *
 * @param policy null where the gateway is not configured
 */
record Invariants(GatewayPolicy policy, Entry before, Decision decision, Instant now) {
    private static final Set<Status> TIMED = EnumSet.of(Status.SENDING, Status.RETRYING, Status.VERIFYING);

    /** Where a person may take any time, or only some. */
    private static final Set<Status> AT_LEISURE = EnumSet.of(Status.PENDING_APPROVAL, Status.RETURNED);

    void hold() {
        eventsAreDenseAndFoldToTheEntry();
        timersAndInquiriesBelongToTheirStates();
        everySendIsAFactAndAllowed();
        secondEffectIsAcceptedAndReported();
        nothingFailsThatMayHaveHappenedTwice();
        everyInquiryIsAFactAndAllowed();
        resultIsPublishedWithTheSettlementOnly();
        theEndIsTheEnd();
        alertsAreRaised();
        alarmsFollowTheirStates();
        whatIsRaisedIsCleared();
        acknowledgedIsNeverTakenForAbsent();
    }

    private void eventsAreDenseAndFoldToTheEntry() {
        Entry folded = before;
        for (LedgerEvent event : decision.events()) {
            assertThat(event.seq()).isEqualTo(folded == null ? 1 : folded.seq() + 1);
            folded = folded == null ? Entry.begin(event) : folded.apply(event);
        }
        assertThat(decision.entry()).isEqualTo(folded);
    }

    private void timersAndInquiriesBelongToTheirStates() {
        Entry after = decision.entry();
        if (after == null || after.status() == Status.ACCEPTED) {
            return;
        }
        if (!AT_LEISURE.contains(after.status())) {
            assertThat(after.dueAt() != null).as("has a due time").isEqualTo(TIMED.contains(after.status()));
        } else if (after.expiresAt() != null) {
            assertThat(after.dueAt()).as("expires while it waits").isBeforeOrEqualTo(after.expiresAt());
        }
        if (after.inquiries().open() != 0) {
            assertThat(after.status()).isEqualTo(Status.VERIFYING);
            assertThat(after.inquiries().open()).isEqualTo(after.inquiries().count());
        }
        // A late report leaves the timer as it is, and that may be due at this very moment.
        boolean timerMoved = decision.events().stream()
                .anyMatch(event -> !(event.fact() instanceof LateFact.OutcomeStillUnknown)
                        && !(event.fact() instanceof LateFact.Acknowledged));
        if (after.dueAt() != null && timerMoved) {
            assertThat(after.dueAt()).as("due later, so that nothing spins").isAfter(now);
        }
    }

    private void everySendIsAFactAndAllowed() {
        List<Effect.Send> sends = effects(Effect.Send.class);
        List<Fact.AttemptStarted> started = facts(Fact.AttemptStarted.class);
        assertThat(sends).hasSameSizeAs(started).hasSizeLessThanOrEqualTo(1);
        if (sends.isEmpty()) {
            return;
        }
        Effect.Send send = sends.get(0);
        int attempts = before == null ? 0 : before.attempts().count();
        assertThat(send.attempt()).isEqualTo(started.get(0).attempt()).isEqualTo(attempts + 1);
        if (!isRequested()) {
            assertThat(send.attempt()).isLessThanOrEqualTo(policy.retry().attempts());
        }
        assertThat(send.notAfter()).isEqualTo(started.get(0).notAfter()).isAfter(now);
        assertThat(send.callTimeout()).isPositive();
        assertThat(started.get(0).silentAt()).isAfter(send.notAfter().plus(send.callTimeout()));
        if (decision.entry().expiresAt() != null) {
            assertThat(send.notAfter()).isBeforeOrEqualTo(decision.entry().expiresAt());
        }
        assertThat(decision.entry().awaitsApproval()).as("sent unapproved").isFalse();
        if (before != null && facts(ApprovalFact.Approved.class).isEmpty() && !isRequested()) {
            assertThat(before.status()).as("sent only when due again").isEqualTo(Status.RETRYING);
        }
    }

    /**
     * An attempt that the gateway may not recognise as a repetition, while an earlier one may have taken effect: only
     * where a person accepted that, as a fact, with an alert, and with the doubt kept. And nothing is accepted in vain.
     */
    private void secondEffectIsAcceptedAndReported() {
        boolean possible = before != null
                && before.attempts().count() > 0
                && (before.inDoubt() || before.status().pendingVerification());
        boolean unrecognised = possible && effects(Effect.Send.class).stream().anyMatch(this::isUnrecognised);
        boolean accepted = facts(Fact.OperatorActed.class).stream()
                .anyMatch(fact -> fact.secondEffectAccepted() == SecondEffect.ACCEPTED);
        assertThat(accepted || !unrecognised).as("no second effect unaccepted").isTrue();
        assertThat(possible || !accepted).as("nothing accepted in vain").isTrue();
        if (accepted) {
            assertThat(decision.entry().inDoubt() && decision.entry().perhapsTwice())
                    .as("the doubt is kept")
                    .isTrue();
            assertThat(effects(Effect.Raise.class))
                    .anyMatch(
                            alert -> alert.cause().equals("perhaps_twice") && alert.severity() == Alert.Severity.HIGH);
        }
    }

    /** Where two effects are possible, only absence for certain or a person makes it a failure. */
    private void nothingFailsThatMayHaveHappenedTwice() {
        boolean failed = facts(Fact.Settled.class).stream()
                .anyMatch(fact -> fact.verdict() != Fact.Verdict.SUCCEEDED
                        && fact.ground() != Fact.Ground.OPERATOR
                        && !fact.reason().endsWith("NOT_FOUND"));
        assertThat(failed && before != null && before.perhapsTwice())
                .as("failed, though an earlier attempt may have taken effect")
                .isFalse();
    }

    private boolean isUnrecognised(Effect.Send send) {
        if (!policy.forgivesRepetition()) {
            return true;
        }
        Instant there = send.notAfter()
                .plus(send.callTimeout())
                .plus(policy.verification().settlingTime());
        return there.isAfter(before.attempts().firstSentAt().plus(policy.keyMemory()));
    }

    /** A person wanted it, and now. */
    private boolean isRequested() {
        return !facts(Fact.OperatorActed.class).isEmpty();
    }

    private void everyInquiryIsAFactAndAllowed() {
        List<Effect.Inquire> inquiries = effects(Effect.Inquire.class);
        List<InquiryFact.InquiryStarted> started = facts(InquiryFact.InquiryStarted.class);
        assertThat(inquiries).hasSameSizeAs(started).hasSizeLessThanOrEqualTo(1);
        if (inquiries.isEmpty()) {
            return;
        }
        Effect.Inquire inquire = inquiries.get(0);
        assertThat(inquire.inquiry())
                .isEqualTo(started.get(0).inquiry())
                .isEqualTo(before.inquiries().count() + 1);
        if (!isRequested()) {
            assertThat(inquire.inquiry())
                    .isLessThanOrEqualTo(policy.verification().after().size());
        }
        assertThat(inquire.notAfter()).isEqualTo(started.get(0).notAfter());
        assertThat(policy.canAsk()).isTrue();
        assertThat(before.status() == Status.VERIFYING || isRequested()).isTrue();
        assertThat(before.inquiries().open()).as("one inquiry at a time").isZero();
    }

    private void resultIsPublishedWithTheSettlementOnly() {
        assertThat(effects(Effect.PublishResult.class))
                .hasSameSizeAs(facts(Fact.Settled.class))
                .hasSizeLessThanOrEqualTo(1);
        boolean doubtful = decision.entry() != null && decision.entry().pendingVerification();
        boolean wasDoubtful = before != null && before.pendingVerification();
        if (doubtful != wasDoubtful) {
            assertThat(effects(Effect.PublishStatus.class))
                    .as("doubt came or went, and users hear of it")
                    .hasSize(1);
        }
    }

    private void theEndIsTheEnd() {
        if (before == null || !before.status().terminal()) {
            return;
        }
        assertThat(decision.entry().status()).isEqualTo(before.status());
        assertThat(decision.events()).hasSize(facts(Fact.Contradicted.class).size());
        assertThat(decision.events()).hasSizeLessThanOrEqualTo(1);
        assertThat(decision.effects())
                .allMatch(effect -> effect instanceof Effect.Raise || effect instanceof Effect.Refuse);
    }

    /** What is raised for a state is cleared when the state is left, at the same gateway: otherwise it would never end. */
    private void alarmsFollowTheirStates() {
        Entry after = decision.entry();
        follows(Cause.VERIFICATION_FAILED, needsPerson(before), needsPerson(after));
        follows(Cause.APPROVAL_OVERDUE, isOverdue(before), isOverdue(after));
    }

    private void follows(Cause cause, boolean was, boolean is) {
        assertThat(effects(Effect.Raise.class).stream()
                        .filter(raise -> raise.cause().equals(cause.word())))
                .as(cause + " raised")
                .hasSize(is && !was ? 1 : 0);
        assertThat(effects(Effect.Clear.class).stream().filter(clear -> clear.cause() == cause))
                .as(cause + " cleared")
                .hasSize(was && !is ? 1 : 0)
                .allSatisfy(clear -> assertThat(clear.gateway()).isEqualTo(before.gateway()));
    }

    private static boolean needsPerson(Entry entry) {
        return entry != null && entry.status() == Status.VERIFICATION_FAILED;
    }

    private static boolean isOverdue(Entry entry) {
        return entry != null && ApprovalRules.isOverdue(entry);
    }

    private void alertsAreRaised() {
        List<Effect.Raise> alerts = effects(Effect.Raise.class);
        if (!facts(Fact.VerificationFailed.class).isEmpty()
                || !facts(Fact.Contradicted.class).isEmpty()) {
            assertThat(alerts).anyMatch(alert -> alert.severity() == Alert.Severity.HIGH);
        }
        if (facts(Fact.Settled.class).stream().anyMatch(fact -> fact.verdict() == Fact.Verdict.ABORTED)) {
            assertThat(alerts).isNotEmpty();
        }
    }

    /** Neither counted as a miss, nor settled, nor sent again, however often the gateway says "not found". */
    private void acknowledgedIsNeverTakenForAbsent() {
        if (before == null || !before.inquiries().answers().acknowledged()) {
            return;
        }
        assertThat(decision.entry().inquiries().answers().acknowledged()).isTrue();
        assertThat(facts(InquiryFact.InquiryInconclusive.class))
                .allMatch(heard -> heard.finding() != Finding.NOT_FOUND
                        || heard.misses() <= before.inquiries().misses());
        assertThat(facts(Fact.Settled.class))
                .noneMatch(settled -> VerificationRules.NOT_FOUND.equals(settled.reason()));
        assertThat(facts(Fact.AttemptDeferred.class))
                .noneMatch(deferred ->
                        Integer.valueOf(404).equals(deferred.answer().statusCode()));
    }

    /** What was raised for a state is cleared when the state is left: an alarm that counts both cannot stay for ever. */
    private void whatIsRaisedIsCleared() {
        cleared(Cause.VERIFICATION_FAILED, entry -> entry.status() == Status.VERIFICATION_FAILED);
        cleared(Cause.APPROVAL_OVERDUE, ApprovalRules::isOverdue);
    }

    private void cleared(Cause cause, Predicate<Entry> state) {
        long raised = effects(Effect.Raise.class).stream()
                .filter(raise -> raise.cause().equals(cause.word()))
                .count();
        long cleared = effects(Effect.Clear.class).stream()
                .filter(clear -> clear.cause() == cause)
                .count();
        assertThat(raised - cleared).as("%s", cause).isEqualTo(count(decision.entry(), state) - count(before, state));
    }

    private static long count(Entry entry, Predicate<Entry> state) {
        return entry != null && state.test(entry) ? 1 : 0;
    }

    private <T extends Fact> List<T> facts(Class<T> type) {
        return decision.events().stream()
                .map(LedgerEvent::fact)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private <T extends Effect> List<T> effects(Class<T> type) {
        return decision.effects().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
