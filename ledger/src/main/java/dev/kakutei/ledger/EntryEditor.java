package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.ClientName;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.SecondEffect;
import java.time.Instant;
import java.util.List;

/** What each fact does to an entry: the fields that change, and no question asked. */
final class EntryEditor implements Fact.Cases<Entry> {
    private final Entry before;
    private final LedgerEvent event;
    private Request request;
    private Status status;
    private Instant dueAt;
    private String reason;
    private Attempts attempts;
    private Inquiries inquiries;
    private LastAnswer lastAnswer;
    private Settlement settlement;
    private Recovered recovered;
    private List<String> otherGateways;
    private Version version;
    private Approval approval;
    private Comments comments;
    private Summaries summaries;

    EntryEditor(Entry before, LedgerEvent event) {
        this.before = before;
        this.event = event;
        request = before.request();
        status = before.status();
        dueAt = before.dueAt();
        reason = before.reason();
        attempts = before.attempts();
        inquiries = before.inquiries();
        lastAnswer = before.lastAnswer();
        settlement = before.settlement();
        recovered = before.recovered();
        otherGateways = before.otherGateways();
        version = before.version();
        approval = before.approval();
        comments = before.comments();
        summaries = before.summaries();
    }

    @Override
    public Entry accepted(Fact.Accepted fact) {
        throw new IllegalStateException(event.requestId() + " was accepted already");
    }

    @Override
    public Entry attemptStarted(Fact.AttemptStarted fact) {
        status = Status.SENDING;
        attempts = attempts.started(fact, event.at());
        inquiries = inquiries.reset();
        dueAt = fact.silentAt();
        return entry();
    }

    @Override
    public Entry attemptDeferred(Fact.AttemptDeferred fact) {
        status = Status.RETRYING;
        attempts = attempts.inDoubt(fact.doubt() == Outcome.Doubt.POSSIBLE);
        inquiries = inquiries.closed();
        dueAt = fact.retryAt();
        lastAnswer = lastAnswer.heard(fact.answer());
        if (attempts.inDoubt()) {
            acknowledged(fact.answer());
        }
        return entry();
    }

    @Override
    public Entry outcomeUnknown(Fact.OutcomeUnknown fact) {
        status = Status.VERIFYING;
        inquiries = inquiries.reset();
        dueAt = fact.verifyAt();
        lastAnswer = lastAnswer.heard(fact.answer());
        acknowledged(fact.answer());
        return entry();
    }

    @Override
    public Entry acknowledged(LateFact.Acknowledged fact) {
        lastAnswer = lastAnswer.named(fact.answer());
        acknowledged(fact.answer());
        return entry();
    }

    @Override
    public Entry recordsLost(RecoveryFact.RecordsLost fact) {
        attempts = attempts.recordsLost(fact, before.acceptedAt());
        recovered = new Recovered(fact.recovery(), attempts.count(), inquiries.count());
        inquiries = inquiries.reset();
        otherGateways = OtherGateways.together(otherGateways, fact.otherGateways());
        return entry();
    }

    @Override
    public Entry outcomeStillUnknown(LateFact.OutcomeStillUnknown fact) {
        lastAnswer = lastAnswer.heard(fact.answer());
        acknowledged(fact.answer());
        return entry();
    }

    @Override
    public Entry inquiryStarted(InquiryFact.InquiryStarted fact) {
        inquiries = inquiries.started(fact, event.at());
        dueAt = fact.silentAt();
        return entry();
    }

    @Override
    public Entry inquiryInconclusive(InquiryFact.InquiryInconclusive fact) {
        inquiries = inquiries.answered(fact);
        dueAt = fact.nextAt();
        if (fact.finding() == Finding.PENDING) {
            lastAnswer = lastAnswer.named(fact.answer());
            acknowledged(fact.answer());
        }
        return entry();
    }

    @Override
    public Entry verificationFailed(Fact.VerificationFailed fact) {
        status = Status.VERIFICATION_FAILED;
        inquiries = inquiries.closed();
        dueAt = null;
        reason = fact.reason();
        // While it is verified, the answer is one to a question, and may be about another request.
        if (before.status() != Status.VERIFYING) {
            lastAnswer = lastAnswer.heard(fact.answer());
            acknowledged(fact.answer());
        }
        return entry();
    }

    @Override
    public Entry settled(Fact.Settled fact) {
        status = Status.of(fact.verdict());
        inquiries = inquiries.closed();
        dueAt = null;
        settlement = settlement.settled(fact.attempt(), event.at());
        reason = fact.reason();
        if (fact.answer() != null) {
            lastAnswer = lastAnswer.heard(fact.answer());
        }
        if (status == Status.SUCCEEDED) {
            lastAnswer = lastAnswer.withoutError();
        }
        return entry();
    }

    @Override
    public Entry contradicted(Fact.Contradicted fact) {
        settlement = settlement.contradictedBy(fact.attempt());
        return entry();
    }

    @Override
    public Entry operatorActed(Fact.OperatorActed fact) {
        switch (fact.action()) {
            case HOLD -> {
                status = Status.HELD;
                dueAt = null;
            }
            case VERIFY_NOW -> {
                status = Status.VERIFYING;
                // The time between two misses was cut short, and it guards against a clock that jumped: count again
                // from 0.
                inquiries = inquiries.reset();
                dueAt = event.at();
            }
            case SEND_AGAIN -> {
                attempts = attempts.inDoubt(fact.doubt() == Outcome.Doubt.POSSIBLE);
                attempts = fact.secondEffectAccepted() == SecondEffect.ACCEPTED ? attempts.nextIsRisky() : attempts;
            }
            case RELEASE -> {
                if (before.awaitsApproval()) {
                    status = Status.PENDING_APPROVAL;
                    dueAt = waitsUntil();
                }
            }
            // What these lead to is a fact of its own, recorded next; the last five have facts of their own altogether.
            case SETTLE_SUCCEEDED, SETTLE_FAILED, CANCEL, APPROVE, RETURN, RESUBMIT, COMMENT, ATTACH_SUMMARY -> {}
        }
        return entry();
    }

    @Override
    public Entry approvalRequested(ApprovalFact.Requested fact) {
        status = Status.PENDING_APPROVAL;
        approval = Approval.requested(fact, event.at());
        dueAt = waitsUntil();
        return entry();
    }

    @Override
    public Entry approvalOverdue(ApprovalFact.Overdue fact) {
        approval = approval.overdueNow();
        dueAt = waitsUntil();
        return entry();
    }

    /** What it leads to, an attempt, is a fact of its own, recorded next. */
    @Override
    public Entry approved(ApprovalFact.Approved fact) {
        approval = approval.approved(event.by(), event.at());
        return entry();
    }

    @Override
    public Entry returned(ApprovalFact.Returned fact) {
        status = Status.RETURNED;
        approval = approval.returned(fact.limitAt());
        dueAt = waitsUntil();
        return entry();
    }

    /** That it asks for approval again is a fact of its own, recorded next. */
    @Override
    public Entry resubmitted(ApprovalFact.Resubmitted fact) {
        request = request.resubmitted(fact);
        version = new Version(fact.version(), fact.digest(), ClientName.of(event.by()), fact.note());
        summaries = summaries.resubmitted(fact.version(), event.seq());
        dueAt = waitsUntil();
        return entry();
    }

    @Override
    public Entry commented(Fact.Commented fact) {
        comments = comments.and(fact.actionId());
        return entry();
    }

    @Override
    public Entry summaryAttached(ApprovalFact.SummaryAttached fact) {
        summaries = summaries.attached(event, fact);
        return entry();
    }

    /** A person may take any time, up to the rule's limit and to the request's own expiry. */
    private Instant waitsUntil() {
        Instant limit = approval == null ? null : approval.limitAt();
        Instant expiresAt = request.expiresAt();
        return limit == null || (expiresAt != null && expiresAt.isBefore(limit)) ? expiresAt : limit;
    }

    private void acknowledged(Answer answer) {
        if (answer.acknowledges(event.requestId())) {
            inquiries = inquiries.acknowledgedAs(answer.reference());
        }
    }

    private Entry entry() {
        return new Entry(
                request,
                before.progress().after(event, status, dueAt, reason),
                attempts,
                inquiries,
                lastAnswer,
                settlement,
                recovered,
                otherGateways,
                version,
                approval,
                comments,
                summaries);
    }
}
