package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.ClientName;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.SecondEffect;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** What each fact does to an entry: the fields that change, and no question asked. */
final class EntryEditor implements Fact.Cases<Entry> {
    private final Entry before;
    private final LedgerEvent event;
    private final Fact.Accepted accepted;
    private String gateway;
    private BigDecimal amount;
    private String currency;
    private Instant expiresAt;
    private Status status = Status.ACCEPTED;
    private int attempts;
    private Instant firstSentAt;
    private Instant lastSendNotAfter;
    private LastCall lastCall;
    private boolean inDoubt;
    private int riskyAttempt;
    private int verificationAttempts;
    private Instant lastVerificationAt;
    private int openInquiry;
    private int misses;
    private Instant dueAt;
    private String reason;
    private String lastErrorCode;
    private String lastErrorMessage;
    private Integer gatewayStatusCode;
    private String gatewayReference;
    private String gatewayAnswer;
    private int settledByAttempt;
    private Instant settledAt;
    private List<Integer> contradictions = List.of();
    private GatewayAnswers answers = GatewayAnswers.NONE;
    private Recovered recovered;
    private Version version;
    private Approval approval;
    private Comments comments = Comments.NONE;
    private List<String> otherGateways = List.of();
    private Summaries summaries = Summaries.NONE;

    EntryEditor(LedgerEvent first, Fact.Accepted accepted) {
        this.before = null;
        this.event = first;
        this.accepted = accepted;
        gateway = accepted.gateway();
        amount = accepted.amount();
        currency = accepted.currency();
        expiresAt = accepted.expiresAt();
        version = new Version(1, accepted.digest(), accepted.client(), accepted.note());
    }

    EntryEditor(Entry before, LedgerEvent event) {
        this.before = before;
        this.event = event;
        this.accepted = null;
        gateway = before.gateway();
        amount = before.amount();
        currency = before.currency();
        expiresAt = before.expiresAt();
        status = before.status();
        attempts = before.attempts();
        firstSentAt = before.firstSentAt();
        lastSendNotAfter = before.lastSendNotAfter();
        lastCall = before.lastCall();
        inDoubt = before.inDoubt();
        riskyAttempt = before.riskyAttempt();
        verificationAttempts = before.verificationAttempts();
        lastVerificationAt = before.lastVerificationAt();
        openInquiry = before.openInquiry();
        misses = before.misses();
        dueAt = before.dueAt();
        reason = before.reason();
        lastErrorCode = before.lastErrorCode();
        lastErrorMessage = before.lastErrorMessage();
        gatewayStatusCode = before.gatewayStatusCode();
        gatewayReference = before.gatewayReference();
        gatewayAnswer = before.gatewayAnswer();
        settledByAttempt = before.settledByAttempt();
        settledAt = before.settledAt();
        contradictions = before.contradictions();
        answers = before.answers();
        recovered = before.recovered();
        version = before.version();
        approval = before.approval();
        comments = before.comments();
        otherGateways = before.otherGateways();
        summaries = before.summaries();
    }

    @Override
    public Entry accepted(Fact.Accepted fact) {
        throw new IllegalStateException(event.requestId() + " was accepted already");
    }

    @Override
    public Entry attemptStarted(Fact.AttemptStarted fact) {
        status = Status.SENDING;
        attempts = fact.attempt();
        firstSentAt = firstSentAt == null ? event.at() : firstSentAt;
        lastSendNotAfter = fact.notAfter();
        lastCall = new LastCall(event.at(), fact.silentAt());
        openInquiry = 0;
        misses = 0;
        dueAt = fact.silentAt();
        return entry();
    }

    @Override
    public Entry attemptDeferred(Fact.AttemptDeferred fact) {
        status = Status.RETRYING;
        inDoubt = fact.doubt() == Outcome.Doubt.POSSIBLE;
        openInquiry = 0;
        dueAt = fact.retryAt();
        heard(fact.answer());
        if (inDoubt) {
            acknowledged(fact.answer());
        }
        return entry();
    }

    @Override
    public Entry outcomeUnknown(Fact.OutcomeUnknown fact) {
        status = Status.VERIFYING;
        openInquiry = 0;
        misses = 0;
        dueAt = fact.verifyAt();
        heard(fact.answer());
        acknowledged(fact.answer());
        return entry();
    }

    @Override
    public Entry acknowledged(LateFact.Acknowledged fact) {
        named(fact.answer());
        acknowledged(fact.answer());
        return entry();
    }

    @Override
    public Entry recordsLost(RecoveryFact.RecordsLost fact) {
        attempts = Math.max(attempts, fact.attempt());
        recovered = new Recovered(fact.recovery(), attempts, verificationAttempts);
        // The gateway's memory of our key may have begun with an attempt that is not known.
        firstSentAt = firstSentAt == null ? before.acceptedAt() : firstSentAt;
        lastSendNotAfter = lastSendNotAfter == null || lastSendNotAfter.isBefore(fact.notAfter())
                ? fact.notAfter()
                : lastSendNotAfter;
        inDoubt = true;
        openInquiry = 0;
        misses = 0;
        otherGateways = OtherGateways.together(otherGateways, fact.otherGateways());
        riskyAttempt = fact.secondEffectAccepted() == SecondEffect.ACCEPTED ? attempts : riskyAttempt;
        return entry();
    }

    @Override
    public Entry outcomeStillUnknown(LateFact.OutcomeStillUnknown fact) {
        heard(fact.answer());
        acknowledged(fact.answer());
        return entry();
    }

    @Override
    public Entry inquiryStarted(Fact.InquiryStarted fact) {
        verificationAttempts = fact.inquiry();
        lastVerificationAt = event.at();
        openInquiry = fact.inquiry();
        dueAt = fact.silentAt();
        return entry();
    }

    @Override
    public Entry inquiryInconclusive(Fact.InquiryInconclusive fact) {
        openInquiry = 0;
        answers = answers.and(fact, misses);
        misses = fact.misses();
        dueAt = fact.nextAt();
        if (fact.finding() == Finding.PENDING) {
            named(fact.answer());
            acknowledged(fact.answer());
        }
        return entry();
    }

    @Override
    public Entry verificationFailed(Fact.VerificationFailed fact) {
        status = Status.VERIFICATION_FAILED;
        openInquiry = 0;
        dueAt = null;
        reason = fact.reason();
        // While it is verified, the answer is one to a question, and may be about another request.
        if (before.status() != Status.VERIFYING) {
            heard(fact.answer());
            acknowledged(fact.answer());
        }
        return entry();
    }

    @Override
    public Entry settled(Fact.Settled fact) {
        status = Status.of(fact.verdict());
        openInquiry = 0;
        dueAt = null;
        settledAt = event.at();
        settledByAttempt = fact.attempt();
        reason = fact.reason();
        if (fact.answer() != null) {
            heard(fact.answer());
        }
        if (status == Status.SUCCEEDED) {
            lastErrorCode = null;
            lastErrorMessage = null;
        }
        return entry();
    }

    @Override
    public Entry contradicted(Fact.Contradicted fact) {
        contradictions = Stream.concat(contradictions.stream(), Stream.of(fact.attempt()))
                .distinct()
                .sorted()
                .toList();
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
                openInquiry = 0;
                // The time between two misses was cut short, and it guards against a clock that jumped: count again
                // from 0.
                misses = 0;
                dueAt = event.at();
            }
            case SEND_AGAIN -> {
                inDoubt = fact.doubt() == Outcome.Doubt.POSSIBLE;
                riskyAttempt = fact.secondEffectAccepted() == SecondEffect.ACCEPTED ? attempts + 1 : riskyAttempt;
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
        gateway = fact.gateway();
        amount = fact.amount();
        currency = fact.currency();
        expiresAt = fact.expiresAt();
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
        return limit == null || (expiresAt != null && expiresAt.isBefore(limit)) ? expiresAt : limit;
    }

    /** The latest answer is shown as it was; an ending without a status code must not show an older one's. */
    private void heard(Answer answer) {
        lastErrorCode = answer.code();
        lastErrorMessage = answer.message();
        gatewayStatusCode = answer.statusCode();
        gatewayAnswer = answer.excerpt();
        named(answer);
    }

    private void acknowledged(Answer answer) {
        if (answer.acknowledges(event.requestId())) {
            answers = answers.acknowledgedAs(answer.reference());
        }
    }

    /** A question that settled nothing must not overwrite how the attempt ended: a 504 stays a 504 (SPEC C6, D5). */
    private void named(Answer answer) {
        gatewayReference = answer.reference() == null ? gatewayReference : answer.reference();
    }

    Entry entry() {
        boolean moved = before == null || before.status() != status;
        return new Entry(
                event.requestId(),
                before == null ? accepted.kind() : before.kind(),
                before == null ? accepted.client() : before.client(),
                before == null ? accepted.idempotencyKey() : before.idempotencyKey(),
                before == null ? accepted.digest() : before.digest(),
                gateway,
                amount,
                currency,
                before == null ? event.at() : before.acceptedAt(),
                before == null ? accepted.deadline() : before.deadline(),
                expiresAt,
                before == null ? accepted.traceparent() : before.traceparent(),
                status,
                event.seq(),
                moved ? event.seq() : before.currentEventId(),
                event.at(),
                attempts,
                firstSentAt,
                lastSendNotAfter,
                lastCall,
                inDoubt,
                riskyAttempt,
                verificationAttempts,
                lastVerificationAt,
                openInquiry,
                misses,
                dueAt,
                reason,
                lastErrorCode,
                lastErrorMessage,
                gatewayStatusCode,
                gatewayReference,
                gatewayAnswer,
                settledByAttempt,
                settledAt,
                contradictions,
                answers,
                recovered,
                version,
                approval,
                comments,
                otherGateways,
                summaries);
    }
}
