package dev.kakutei.simulation;

import dev.kakutei.ledger.Cause;

/**
 * Small deliberate faults, each of which has been built somewhere before. They are wrapped around the ledger and its world:
 * a simulation that does not notice one of them would not notice the same wrong in the ledger.
 */
public enum Mutant {
    /** The first "not found" is believed, however early. */
    NOT_FOUND_BELIEVED_AT_ONCE(Guarantee.NO_POST_IN_DOUBT, new PolicyMutants.NotFoundAtOnce()),
    /** "Not found" is counted before what was done can be seen. */
    SETTLING_TIME_IGNORED(Guarantee.TRUTH_IS_SETTLED, new PolicyMutants.NoSettlingTime()),
    /** The key is taken to be remembered for ever. */
    KEY_MEMORY_IGNORED(Guarantee.NO_POST_PAST_KEY_MEMORY, new PolicyMutants.KeyKeptForEver()),
    /** A gateway that merely answers questions is taken to recognise our key. */
    UNKNOWN_RETRIED_BLINDLY(Guarantee.NO_POST_IN_DOUBT, new PolicyMutants.QueryableIdempotent()),
    /** A gateway that neither recognises our key nor answers questions is taken to recognise it. */
    NEITHER_POSTED_TWICE(Guarantee.NO_POST_IN_DOUBT, new PolicyMutants.NeitherIdempotent()),
    /** More attempts than were allowed. */
    ATTEMPTS_UNLIMITED(Guarantee.WITHIN_LIMITS, new PolicyMutants.ManyAttempts()),
    /** The request's own expiry is not looked at. */
    EXPIRY_IGNORED(Guarantee.NO_POST_AFTER_EXPIRY, new PolicyMutants.NoExpiry()),

    /** A 500 is taken to say that nothing was done. */
    SERVER_ERROR_IS_ABSENCE(Guarantee.NO_POST_IN_DOUBT, new ObservationMutants.ServerErrorIsAbsence()),
    /** A 408 is taken to say that nothing was done. */
    REQUEST_TIMEOUT_IS_ABSENCE(Guarantee.NO_POST_IN_DOUBT, new ObservationMutants.RequestTimeoutIsAbsence()),
    /** A time-out is taken for a refusal. */
    UNKNOWN_IS_FAILURE(Guarantee.TRUTH_IS_SETTLED, new ObservationMutants.UnknownIsFailure()),
    /** A time-out is taken to say that nothing was sent. */
    UNKNOWN_IS_NOT_SENT(Guarantee.NO_POST_IN_DOUBT, new ObservationMutants.UnknownIsNotSent()),
    /** A report that a command was too old is taken to say that its attempt was never made, whatever another report says. */
    ABSENCE_CLEARS_REPORTED_DOUBT(Guarantee.NO_POST_IN_DOUBT, new DecisionMutants.AbsenceClearsReportedDoubt()),
    /** An attempt of which nothing is heard is taken to have been refused. */
    SILENCE_IS_REFUSAL(Guarantee.TRUTH_IS_SETTLED, new ObservationMutants.SilenceIsRefusal()),
    /** A success that comes when it is not waited for any more is dropped. */
    LATE_SUCCESS_IGNORED(Guarantee.SUCCESS_COUNTS, new ObservationMutants.LateSuccessIgnored()),
    /** A report on an earlier attempt is taken for one on the current attempt. */
    OLDER_REPORT_IS_CURRENT(Guarantee.TRUTH_IS_SETTLED, new ObservationMutants.OlderReportIsCurrent()),
    /** "Inconclusive" is taken for an answer. */
    INCONCLUSIVE_IS_DECLINE(Guarantee.TRUTH_IS_SETTLED, new ObservationMutants.InconclusiveIsDecline()),
    /** "Still at it" is taken for an answer. */
    PENDING_IS_SUCCESS(Guarantee.TRUTH_IS_SETTLED, new ObservationMutants.PendingIsSuccess()),
    /** The answer to an earlier question is taken for the answer to the open one. */
    OLD_INQUIRY_COUNTED(Guarantee.OPEN_QUERY_COUNTS, new ObservationMutants.OldInquiryCounted()),
    /** A quota's period is not waited for. */
    QUOTA_IGNORED(Guarantee.QUOTA_KEPT, new ObservationMutants.QuotaIgnored()),
    /** That the gateway has acknowledged the request is not noticed. */
    ACKNOWLEDGEMENT_IGNORED(Guarantee.ACKNOWLEDGED_IS_NOT_ABSENT, new ObservationMutants.AcknowledgementIgnored()),
    /** A request that is announced again is begun a second time. */
    STARTED_TWICE(Guarantee.FACTS_FOLD_TO_THE_STATE, new ObservationMutants.StartedTwice()),
    /** An action is carried out though the request has moved on since. */
    STALE_ACTION_CARRIED_OUT(Guarantee.ACTIONS_FIT, new ObservationMutants.StaleActionCarriedOut()),
    /** An action is carried out though its operator has no role for it. */
    ROLE_IGNORED(Guarantee.ACTIONS_FIT, new ObservationMutants.RoleIgnored()),
    /** A person who has a request sent again is taken to accept a second effect. */
    SECOND_EFFECT_UNACCEPTED(Guarantee.NO_POST_IN_DOUBT, new ObservationMutants.SecondEffectUnaccepted()),

    /** When the gateway was asked often enough, the request is silently failed. */
    EXHAUSTED_IS_FAILED(Guarantee.TRUTH_IS_SETTLED, new DecisionMutants.ExhaustedIsFailed()),
    /** That a settled state is contradicted is not kept. */
    CONTRADICTION_DROPPED(Guarantee.SUCCESS_COUNTS, new DecisionMutants.ContradictionDropped()),
    /** That a settled state is contradicted is kept once, and what another attempt says is dropped. */
    SECOND_CONTRADICTION_DROPPED(Guarantee.SUCCESS_COUNTS, new DecisionMutants.SecondContradictionDropped()),
    /** A contradiction is kept, and raises no alert. */
    CONTRADICTION_UNALERTED(Guarantee.ALERTS_ARE_RAISED, new DecisionMutants.Unalerted(Cause.CONTRADICTION)),
    /** That a request needs a person is kept, and raises no alert. */
    VERIFICATION_FAILED_UNALERTED(
            Guarantee.ALERTS_ARE_RAISED, new DecisionMutants.Unalerted(Cause.VERIFICATION_FAILED)),
    /** A hold is kept like a comment, and the request is sent all the same. */
    HOLD_IGNORED(Guarantee.HOLD_KEPT, new DecisionMutants.HoldIgnored()),
    /** An acknowledgement that comes while the outcome is looked into, or later, is dropped. */
    LATE_ACKNOWLEDGEMENT_DROPPED(
            Guarantee.ACKNOWLEDGED_IS_NOT_ABSENT, new DecisionMutants.LateAcknowledgementDropped()),
    /** A result is published again when an observation comes after the end. */
    RESULT_PUBLISHED_TWICE(Guarantee.ONE_RESULT, new DecisionMutants.ResultPublishedTwice()),
    /** The retry time that the gateway asked for is ignored. */
    RETRY_WITHOUT_WAITING(Guarantee.NO_RETRY_TOO_EARLY, new DecisionMutants.RetryWithoutWaiting()),
    /** Nothing is waited for between two misses, so one jump of the clock decides. */
    JUMP_GUARD_REMOVED(Guarantee.TRUTH_IS_SETTLED, new DecisionMutants.NoJumpGuard()),
    /** That an earlier attempt may have taken effect is discarded with the next clear answer. */
    DOUBT_DISCARDED(Guarantee.NO_POST_PAST_KEY_MEMORY, new DecisionMutants.DoubtDiscarded()),
    /** Whoever accepts a second effect is taken to say that there was none before. */
    ACCEPTED_DOUBT_DISCARDED(Guarantee.TRUTH_IS_SETTLED, new DecisionMutants.AcceptedDoubtDiscarded()),
    /** That a gateway may act twice because a person accepted it raises no alert. */
    SECOND_EFFECT_UNREPORTED(Guarantee.ALERTS_ARE_RAISED, new DecisionMutants.SecondEffectUnreported()),
    /** No alert is raised when a person is needed. */
    NO_ALERT_RAISED(Guarantee.ALERTS_ARE_RAISED, new DecisionMutants.NoAlertRaised()),

    /** What is raised for a state is not cleared when the state is left. */
    ALERT_NEVER_CLEARED(Guarantee.ALERTS_FOLLOW_STATES, new DecisionMutants.AlertNeverCleared()),
    /** What is raised for a state is raised again while the request stays in it. */
    ALERT_RAISED_AGAIN(Guarantee.ALERTS_FOLLOW_STATES, new DecisionMutants.AlertRaisedAgain()),
    /** What was raised at one gateway is cleared at the one that the request was resubmitted to. */
    ALERT_CLEARED_ELSEWHERE(Guarantee.ALERTS_FOLLOW_STATES, new DecisionMutants.ClearedElsewhere()),

    /** Submitters approve what is their own. */
    OWN_REQUEST_APPROVED(Guarantee.FOUR_EYES, new ApprovalMutants.OwnRequestApproved()),
    /** What an operator held before it was approved is sent when it is released. */
    RELEASED_UNAPPROVED(Guarantee.APPROVED_BEFORE_SENT, new ApprovalMutants.ReleasedUnapproved()),
    /** A request that a rule holds is sent. */
    LARGE_TAKEN_FOR_SMALL(Guarantee.RULES_HOLD, new ApprovalMutants.LargeTakenForSmall()),
    /** A resubmitted request does not ask for approval again. */
    RESUBMITTED_UNASKED(Guarantee.RULES_HOLD, new ApprovalMutants.ResubmittedUnasked()),
    /** An approval of one version is taken for that of the next. */
    OLD_VERSION_APPROVED(Guarantee.APPROVED_BEFORE_SENT, new ApprovalMutants.OldVersionApproved()),
    /** The first version is sent though another was approved. */
    FIRST_DOCUMENT_SENT(Guarantee.APPROVED_BEFORE_SENT, new ApprovalMutants.FirstDocumentSent()),
    /** A comment that comes twice is kept twice. */
    COMMENT_KEPT_TWICE(Guarantee.COMMENTS_MOVE_NOTHING, new ApprovalMutants.CommentKeptTwice()),
    /** A summary replaces whatever version's summary stands. */
    SUMMARY_OVERWRITTEN(Guarantee.ONE_SUMMARY, new ApprovalMutants.SummaryOverwritten()),
    /** No alert is raised when an approval is overdue. */
    OVERDUE_UNALERTED(Guarantee.ALERTS_ARE_RAISED, new ApprovalMutants.OverdueUnalerted()),
    /** What waits for approval for too long is sent without it. */
    OVERDUE_IS_APPROVED(Guarantee.APPROVED_BEFORE_SENT, new ApprovalMutants.OverdueIsApproved()),

    /** The shell goes by the configuration of its start. */
    CONFIGURATION_NOT_TAKEN(Guarantee.AS_CONFIGURED, new ConfigurationMutants.NotTaken()),
    /** What was on its way to a gateway that is configured no more is failed. */
    REMOVED_GATEWAY_IS_FAILURE(Guarantee.TRUTH_IS_SETTLED, new ConfigurationMutants.RemovedIsFailed()),

    /** A recovery takes what it knows only the acceptance of for new, and sends it. */
    ACCEPTED_TAKEN_FOR_NEW(Guarantee.NO_POST_IN_DOUBT, new RecoveryMutants.TakenForNew()),
    /** A recovery takes what it knows for all that happened. */
    RECOVERED_WITHOUT_DOUBT(Guarantee.NO_POST_IN_DOUBT, new RecoveryMutants.DoubtDiscarded()),
    /** The settling time is counted from the last attempt that is known. */
    SETTLING_FROM_KNOWN_ATTEMPT(Guarantee.TRUTH_IS_SETTLED, new RecoveryMutants.OldWindow()),
    /** The gateway's memory of the key is counted from the attempt that follows the recovery. */
    KEY_MEMORY_FROM_RESEND(Guarantee.NO_POST_PAST_KEY_MEMORY, new RecoveryMutants.KeyCountedFromResend()),
    /** What may have been approved and sent before is sent when it is approved, whatever the gateway promises. */
    APPROVED_IN_DOUBT_SENT(Guarantee.NO_POST_IN_DOUBT, new RecoveryMutants.ApprovedInDoubtSent()),
    /** What waited for approval is sent by a recovery, as if the approval had been lost. */
    UNAPPROVED_SENT_AFTER_LOSS(Guarantee.APPROVED_BEFORE_SENT, new RecoveryMutants.UnapprovedSent()),
    /** What may have been approved and sent before expires while it waits for approval. */
    EXPIRED_IN_DOUBT(Guarantee.TRUTH_IS_SETTLED, new RecoveryMutants.ExpiredInDoubt()),
    /** What may have been resubmitted to another gateway is in doubt at its first gateway alone. */
    RESUBMISSION_TARGETS_NOT_READ(Guarantee.NO_POST_IN_DOUBT, new RecoveryMutants.TargetsNotRead()),
    /** What a person had sent again at the risk of a second effect is settled by the decline of one of the two attempts. */
    SECOND_EFFECTS_NOT_READ(Guarantee.TRUTH_IS_SETTLED, new RecoveryMutants.AcceptancesNotRead()),
    /** That a request is in doubt after a loss of records raises no alert. */
    RECORDS_LOST_UNALERTED(Guarantee.ALERTS_ARE_RAISED, new DecisionMutants.Unalerted(Cause.RECORDS_LOST)),
    /** A recovery ends the open alerts, and does not raise them again for what still needs a person. */
    ALERTS_LOST_IN_RECOVERY(Guarantee.ALERTS_FOLLOW_STATES, new RecoveryMutants.AlertsNotRaisedAgain()),
    /** The report of an attempt that left no trace is taken for that of the next one with its number. */
    LOST_ATTEMPT_IS_CURRENT(Guarantee.OPEN_ATTEMPT_COUNTS, new RecoveryMutants.LostAttemptIsCurrent()),
    /** The answer to a status query that left no trace is taken for that to the next one with its number. */
    LOST_QUERY_IS_CURRENT(Guarantee.OPEN_QUERY_COUNTS, new RecoveryMutants.LostQueryIsCurrent()),

    /** A recovery does not publish again what the ledger topic has lost. */
    LOST_NOT_PUBLISHED_AGAIN(Guarantee.KNOWN_STAYS_KNOWN, new RestoreMutants.NotPublishedAgain()),
    /** Of settled requests, a recovery publishes the events again that are newer than the loss, and not those before them. */
    NEWER_EVENTS_PUBLISHED_AGAIN(Guarantee.KNOWN_STAYS_KNOWN, new RestoreMutants.OnlyNewerEvents()),
    /** A recovery does not ask what an earlier one published again, when that is lost as well. */
    EARLIER_REPUBLICATION_IGNORED(Guarantee.KNOWN_STAYS_KNOWN, new RestoreMutants.EarlierIgnored()),
    /** A shell that restarts does not compare its state with the last event of the ledger topic. */
    RESTORED_STATE_NOT_COMPARED(Guarantee.STATE_IS_CURRENT, new RestoreMutants.StateNotCompared()),

    /** Each attempt is sent under a key of its own. */
    NEW_KEY_PER_RETRY(Guarantee.AT_MOST_ONE_EFFECT, new WorldMutants.NewKeyPerRetry()),
    /** A shell that restarts does not set its timers. */
    TIMERS_DROPPED_ON_RESTORE(Guarantee.NO_REQUEST_STUCK, new WorldMutants.TimersDropped()),
    /** Commands leave although the transaction did not happen. */
    COMMANDS_OUTSIDE_TRANSACTION(Guarantee.ATTEMPT_POSTED_ONCE, new WorldMutants.CommandsOutsideTransaction()),
    /** What was settled and removed is begun again when it is announced again. */
    REMOVED_BEGUN_AGAIN(Guarantee.REMOVED_FOR_GOOD, new RemovalMutants.BegunAgain()),
    /** A shell that restarts does not know up to when it removed entries. */
    REMOVED_UP_TO_LOST_ON_RESTORE(Guarantee.REMOVED_FOR_GOOD, new RemovalMutants.RemovedUpToLost()),
    /** What needs a person is removed as well. */
    CONTRADICTED_REMOVED(Guarantee.ONLY_SETTLED_REMOVED, new RemovalMutants.ContradictedRemoved()),
    /** What was just settled is removed when the ledger's own clock jumps. */
    REMOVED_BY_ONE_CLOCK(Guarantee.ONLY_SETTLED_REMOVED, new RemovalMutants.OneClock()),
    /** A fact is not published. */
    FACT_LOST(Guarantee.FACTS_FOLD_TO_THE_STATE, new WorldMutants.FactLost()),
    /** The sender does not look at a command's age. */
    POSTED_AFTER_WINDOW(Guarantee.NO_POST_AFTER_WINDOW, new WorldMutants.NoFreshness()),
    /** The sender commits after the post, and posts again after a crash. */
    COMMITTED_AFTER_POST(Guarantee.ATTEMPT_POSTED_ONCE, new WorldMutants.CommittedAfterPost()),
    /** The sender posts what it reads though it lost its position. */
    POSTED_WITHOUT_POSITION(Guarantee.ATTEMPT_POSTED_ONCE, new WorldMutants.PostedWithoutPosition()),
    /** The sender lost its position, and calls what it does not post "not sent". */
    NOT_SENT_WITHOUT_POSITION(Guarantee.NO_POST_IN_DOUBT, new WorldMutants.NotSentWithoutPosition()),
    /** The sender says that nothing was sent when it gave up waiting for the answer. */
    NOT_SENT_AFTER_POSTING(Guarantee.NO_POST_IN_DOUBT, new WorldMutants.LyingSender());

    private final Guarantee caughtBy;
    private final MutationHooks hooks;

    /** @param caughtBy the guarantee that it breaks; it may break others as well */
    Mutant(Guarantee caughtBy, MutationHooks hooks) {
        this.caughtBy = caughtBy;
        this.hooks = hooks;
    }

    Guarantee caughtBy() {
        return caughtBy;
    }

    MutationHooks hooks() {
        return hooks;
    }
}
