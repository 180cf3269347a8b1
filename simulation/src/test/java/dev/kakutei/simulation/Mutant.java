package dev.kakutei.simulation;

/**
 * Small deliberate wrongs, each of which somebody has built somewhere. They are wrapped around the ledger and its world:
 * a simulation that does not notice one of them would not notice the same wrong in the ledger.
 */
public enum Mutant {
    /** The first "not found" is believed, however early. */
    NOT_FOUND_BELIEVED_AT_ONCE(new PolicyMutants.NotFoundAtOnce()),
    /** "Not found" is counted before what was done can be seen. */
    SETTLING_TIME_IGNORED(new PolicyMutants.NoSettlingTime()),
    /** The key is taken to be remembered for ever. */
    KEY_MEMORY_IGNORED(new PolicyMutants.KeyKeptForEver()),
    /** A gateway that merely answers questions is taken to recognise our key. */
    UNKNOWN_RETRIED_BLINDLY(new PolicyMutants.EverythingIdempotent()),
    /** More attempts than were allowed. */
    ATTEMPTS_UNLIMITED(new PolicyMutants.ManyAttempts()),
    /** The request's own expiry is not looked at. */
    EXPIRY_IGNORED(new PolicyMutants.NoExpiry()),

    /** A 500 is taken to say that nothing was done. */
    SERVER_ERROR_IS_ABSENCE(new HearingMutants.ServerErrorIsAbsence()),
    /** A time-out is taken for a refusal. */
    UNKNOWN_IS_FAILURE(new HearingMutants.UnknownIsFailure()),
    /** A time-out is taken to say that nothing was sent. */
    UNKNOWN_IS_NOT_SENT(new HearingMutants.UnknownIsNotSent()),
    /** A report that a command was too old is taken to say that its attempt was never made, whatever another report says. */
    ABSENCE_CLEARS_REPORTED_DOUBT(new DecisionMutants.AbsenceClearsReportedDoubt()),
    /** An attempt of which nothing is heard is taken to have been refused. */
    SILENCE_IS_REFUSAL(new HearingMutants.SilenceIsRefusal()),
    /** A success that comes when nobody waits for it any more is dropped. */
    LATE_SUCCESS_IGNORED(new HearingMutants.LateSuccessIgnored()),
    /** A report on an earlier attempt is taken for one on the current attempt. */
    OLDER_REPORT_IS_CURRENT(new HearingMutants.OlderReportIsCurrent()),
    /** "Cannot tell" is taken for an answer. */
    CANNOT_TELL_IS_DECLINE(new HearingMutants.CannotTellIsDecline()),
    /** "Still at it" is taken for an answer. */
    PENDING_IS_SUCCESS(new HearingMutants.PendingIsSuccess()),
    /** A quota's period is not waited for. */
    QUOTA_IGNORED(new HearingMutants.QuotaIgnored()),
    /** That the gateway has acknowledged the request is not noticed. */
    ACKNOWLEDGEMENT_IGNORED(new HearingMutants.AcknowledgementIgnored()),
    /** A request that is announced again begins a second life. */
    SECOND_LIFE(new HearingMutants.SecondLife()),
    /** An order is obeyed though the request has moved on since. */
    STALE_ORDER_OBEYED(new HearingMutants.StaleOrderObeyed()),
    /** A person who has a request sent again is taken to accept a second effect. */
    SECOND_EFFECT_UNACCEPTED(new HearingMutants.SecondEffectUnaccepted()),

    /** When the gateway was asked often enough, the request is silently failed. */
    EXHAUSTED_IS_FAILED(new DecisionMutants.ExhaustedIsFailed()),
    /** That a settled state is contradicted is not kept. */
    CONTRADICTION_DROPPED(new DecisionMutants.ContradictionDropped()),
    /** An acknowledgement that comes while the outcome is looked into, or later, is dropped. */
    LATE_ACKNOWLEDGEMENT_DROPPED(new DecisionMutants.LateAcknowledgementDropped()),
    /** A result is told again when an observation comes after the end. */
    RESULT_TOLD_TWICE(new DecisionMutants.ResultToldTwice()),
    /** The gateway's wish to be left alone is not heard. */
    RETRY_WITHOUT_WAITING(new DecisionMutants.RetryWithoutWaiting()),
    /** Nothing is waited for between two misses, so one jump of the clock decides. */
    JUMP_GUARD_REMOVED(new DecisionMutants.NoJumpGuard()),
    /** That an earlier attempt may have taken effect is forgotten with the next clear answer. */
    DOUBT_FORGOTTEN(new DecisionMutants.DoubtForgotten()),
    /** Whoever accepts a second effect is taken to say that there was none before. */
    ACCEPTED_DOUBT_FORGOTTEN(new DecisionMutants.AcceptedDoubtForgotten()),
    /** That a gateway may act twice because a person accepted it raises no alert. */
    SECOND_EFFECT_UNREPORTED(new DecisionMutants.SecondEffectUnreported()),
    /** Nobody is told that a person is needed. */
    NOBODY_TOLD(new DecisionMutants.NobodyTold()),

    /** What is raised for a state is not cleared when the state is left. */
    ALERT_NEVER_CLEARED(new DecisionMutants.AlertNeverCleared()),
    /** What is raised for a state is raised again while the request stays in it. */
    ALERT_RAISED_AGAIN(new DecisionMutants.AlertRaisedAgain()),

    /** Submitters approve what is their own. */
    OWN_REQUEST_APPROVED(new ApprovalMutants.OwnRequestApproved()),
    /** What an operator held before it was approved is sent when it is released. */
    RELEASED_UNAPPROVED(new ApprovalMutants.ReleasedUnapproved()),
    /** A request that a rule holds is sent. */
    LARGE_TAKEN_FOR_SMALL(new ApprovalMutants.LargeTakenForSmall()),
    /** A resubmitted request does not ask for approval again. */
    RESUBMITTED_UNASKED(new ApprovalMutants.ResubmittedUnasked()),
    /** An approval of one version is taken for that of the next. */
    OLD_VERSION_APPROVED(new ApprovalMutants.OldVersionApproved()),
    /** The first version is sent though another was approved. */
    FIRST_DOCUMENT_SENT(new ApprovalMutants.FirstDocumentSent()),
    /** A comment that comes twice is kept twice. */
    COMMENT_KEPT_TWICE(new ApprovalMutants.CommentKeptTwice()),
    /** Nobody is told that an approval is overdue. */
    OVERDUE_UNTOLD(new ApprovalMutants.OverdueUntold()),

    /** Each attempt is sent under a key of its own. */
    NEW_KEY_PER_RETRY(new WorldMutants.NewKeyPerRetry()),
    /** A shell that comes back does not set its timers. */
    TIMERS_DROPPED_ON_RESTORE(new WorldMutants.TimersDropped()),
    /** Commands leave although the transaction did not happen. */
    COMMANDS_OUTSIDE_TRANSACTION(new WorldMutants.CommandsOutsideTransaction()),
    /** What was settled and forgotten is begun again when it is announced again. */
    FORGOTTEN_BEGUN_AGAIN(new ForgettingMutants.BegunAgain()),
    /** A shell that comes back does not know up to when it forgot. */
    LINE_LOST_ON_RESTORE(new ForgettingMutants.LineLost()),
    /** What needs a person is forgotten as well. */
    CONTRADICTED_FORGOTTEN(new ForgettingMutants.ContradictedForgotten()),
    /** What was just settled is forgotten when the ledger's own clock jumps. */
    FORGOTTEN_BY_ONE_CLOCK(new ForgettingMutants.OneClock()),
    /** A fact is not published. */
    FACT_LOST(new WorldMutants.FactLost()),
    /** The sender does not look at a command's age. */
    POSTED_AFTER_WINDOW(new WorldMutants.NoFreshness()),
    /** The sender commits after the post, and posts again after a crash. */
    COMMITTED_AFTER_POST(new WorldMutants.CommittedAfterPost()),
    /** The sender posts what it reads though it lost its position. */
    POSTED_WITHOUT_POSITION(new WorldMutants.PostedWithoutPosition()),
    /** The sender lost its position, and calls what it does not post "not sent". */
    NOT_SENT_WITHOUT_POSITION(new WorldMutants.NotSentWithoutPosition()),
    /** The sender says that nothing was sent when it gave up waiting for the answer. */
    NOT_SENT_AFTER_POSTING(new WorldMutants.LyingSender());

    private final Meddling meddling;

    Mutant(Meddling meddling) {
        this.meddling = meddling;
    }

    Meddling meddling() {
        return meddling;
    }
}
