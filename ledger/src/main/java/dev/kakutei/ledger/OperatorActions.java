package dev.kakutei.ledger;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.SecondEffect;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What persons may do, and when (SPEC C9, C10). The guards are public, so that whoever receives an action can refuse it
 * at once with the same words; they are asked again here, when it is carried out.
 */
public final class OperatorActions {
    private static final Set<Status> UNDECIDED =
            EnumSet.of(Status.RETRYING, Status.HELD, Status.VERIFYING, Status.VERIFICATION_FAILED);
    private static final Set<Status> UNDECIDED_OR_HELD_IN_DOUBT = EnumSet.of(
            Status.RETRYING,
            Status.HELD,
            Status.VERIFYING,
            Status.VERIFICATION_FAILED,
            Status.PENDING_APPROVAL,
            Status.RETURNED);
    private static final Set<Status> NOT_AT_THE_GATEWAY =
            EnumSet.of(Status.RETRYING, Status.HELD, Status.PENDING_APPROVAL, Status.RETURNED);

    private OperatorActions() {}

    /** Why the action cannot be carried out now; empty where it can. */
    public static Optional<String> refusal(Entry entry, OperatorAction action, GatewayPolicy policy, Instant now) {
        OperatorAction.Role needed = action.type().neededRole();
        if (needed != null && action.role() != needed) {
            return Optional.of(
                    "the role " + action.role() + " may not request this action; it takes the role " + needed);
        }
        if (action.type() == OperatorAction.Type.COMMENT) {
            return ApprovalRules.tooManyComments(entry);
        }
        if (action.type() == OperatorAction.Type.ATTACH_SUMMARY) {
            return SummaryRules.refusal(entry, action.summary());
        }
        if (action.basedOn() != entry.seq()) {
            return Optional.of("the request has moved on: the action is based on event " + action.basedOn()
                    + ", the last one is " + entry.seq());
        }
        return switch (action.type()) {
            case SETTLE_SUCCEEDED, SETTLE_FAILED ->
                only(entry.inDoubt() ? UNDECIDED_OR_HELD_IN_DOUBT : UNDECIDED, entry, action)
                        .or(() -> neverApproved(entry));
            case SEND_AGAIN ->
                only(EnumSet.of(Status.RETRYING, Status.VERIFYING, Status.VERIFICATION_FAILED), entry, action)
                        .or(() -> needs(policy, entry))
                        .or(() -> unapproved(entry))
                        .or(() -> expired(entry, now))
                        .or(() -> unaccepted(entry, action, policy, now));
            case VERIFY_NOW ->
                only(EnumSet.of(Status.VERIFYING, Status.VERIFICATION_FAILED), entry, action)
                        .or(() -> needs(policy, entry))
                        .or(() -> policy.canAsk()
                                ? Optional.empty()
                                : Optional.of("the gateway \"" + entry.gateway() + "\" cannot be asked"))
                        .or(() -> entry.attempts().count() > 0
                                ? Optional.empty()
                                : Optional.of("nothing was ever sent, so the gateway cannot know of it"))
                        .or(() -> entry.inquiries().open() == 0
                                ? Optional.empty()
                                : Optional.of("the gateway is being asked already"));
            case HOLD -> only(EnumSet.of(Status.RETRYING, Status.PENDING_APPROVAL), entry, action);
            case RELEASE ->
                only(EnumSet.of(Status.HELD), entry, action)
                        .or(() -> entry.awaitsApproval() ? Optional.empty() : needs(policy, entry));
            case CANCEL ->
                only(NOT_AT_THE_GATEWAY, entry, action)
                        .or(() -> entry.inDoubt()
                                ? Optional.of("an attempt may have taken effect: find out, and settle it")
                                : Optional.empty());
            case APPROVE ->
                only(EnumSet.of(Status.PENDING_APPROVAL), entry, action)
                        .or(() -> forbidden(entry, action))
                        .or(() -> needs(policy, entry))
                        .or(() -> expired(entry, now))
                        .or(() -> ApprovalRules.lapsed(entry, now));
            case RETURN ->
                only(EnumSet.of(Status.PENDING_APPROVAL), entry, action)
                        .or(() -> forbidden(entry, action))
                        .or(() -> expired(entry, now))
                        .or(() -> ApprovalRules.lapsed(entry, now));
            case RESUBMIT ->
                only(EnumSet.of(Status.RETURNED), entry, action)
                        .or(() -> forbidden(entry, action))
                        .or(() -> expired(entry, now))
                        .or(() -> ApprovalRules.lapsed(entry, now))
                        .or(() -> ApprovalRules.elsewhereInDoubt(entry, action))
                        .or(() -> ApprovalRules.tooManyVersions(entry))
                        .or(() -> ApprovalRules.expiredAlready(action, now));
            case COMMENT, ATTACH_SUMMARY -> Optional.empty();
        };
    }

    /** Why this person may never request this action, whatever becomes of the request; empty where they may. */
    public static Optional<String> forbidden(Entry entry, OperatorAction action) {
        return switch (action.type()) {
            case APPROVE, RETURN -> ApprovalRules.ownRequest(entry, action);
            case RESUBMIT -> ApprovalRules.notTheirs(entry, action);
            case SETTLE_SUCCEEDED,
                    SETTLE_FAILED,
                    SEND_AGAIN,
                    VERIFY_NOW,
                    HOLD,
                    RELEASE,
                    CANCEL,
                    COMMENT,
                    ATTACH_SUMMARY -> Optional.empty();
        };
    }

    /**
     * Why the gateway may act twice if this is done now; empty where it cannot. Such an action is carried out only with
     * the acceptance of a second effect.
     *
     * @param policy null where the gateway is not configured
     */
    public static Optional<String> risk(Entry entry, OperatorAction.Type action, GatewayPolicy policy, Instant now) {
        if (action != OperatorAction.Type.SEND_AGAIN
                || !Repetition.mayHaveTakenEffect(entry)
                || Repetition.isRecognised(policy, entry, now)) {
            return Optional.empty();
        }
        if (entry.perhapsElsewhere()) {
            return Optional.of(OtherGateways.where(entry) + ", and would be done twice");
        }
        boolean keyExpired = policy != null && policy.forgivesRepetition();
        return Optional.of("an earlier attempt may have taken effect, and the gateway \"" + entry.gateway() + "\" "
                + (keyExpired
                        ? "does not remember its key for long enough any more"
                        : "does not recognise a repetition")
                + ": it may act twice");
    }

    /**
     * Whether the decision always has further facts behind this one: until they are stored too, the request is shown as it
     * was before. A release has some only where the request is sent, which its fact alone does not show.
     */
    public static boolean isAlwaysFollowed(Fact fact) {
        if (fact instanceof Fact.OperatorActed acted) {
            return switch (acted.action()) {
                case SETTLE_SUCCEEDED, SETTLE_FAILED, SEND_AGAIN, VERIFY_NOW, CANCEL -> true;
                case HOLD, RELEASE, APPROVE, RETURN, RESUBMIT, COMMENT, ATTACH_SUMMARY -> false;
            };
        }
        return fact instanceof ApprovalFact.Approved || fact instanceof ApprovalFact.Resubmitted;
    }

    static Decision carryOut(
            Entry entry, OperatorAction action, GatewayPolicy policy, ApprovalPolicy approvals, Instant now) {
        if (entry.comments().has(action.actionId())) {
            return Decision.nothing(entry);
        }
        Optional<String> refusal = refusal(entry, action, policy, now);
        Draft draft = new Draft(entry, now, action.actor());
        if (refusal.isPresent()) {
            return draft.effect(new Effect.Refuse(ActionRefusal.of(action, entry.seq(), refusal.get(), now)))
                    .done();
        }
        return switch (action.type()) {
            case APPROVE -> ApprovalRules.approve(draft, action, policy).done();
            case RETURN -> ApprovalRules.giveBack(draft, action).done();
            case RESUBMIT -> ApprovalRules.resubmit(draft, action, approvals).done();
            case COMMENT ->
                draft.record(new Fact.Commented(action.actionId(), action.reason()))
                        .done();
            case ATTACH_SUMMARY -> SummaryRules.attach(draft, action).done();
            case SETTLE_SUCCEEDED, SETTLE_FAILED, SEND_AGAIN, VERIFY_NOW, HOLD, RELEASE, CANCEL ->
                act(draft, action, policy);
        };
    }

    private static Decision act(Draft draft, OperatorAction action, GatewayPolicy policy) {
        Entry before = draft.entry();
        boolean risky = risk(before, action.type(), policy, draft.now()).isPresent();
        draft.record(new Fact.OperatorActed(
                action.actionId(),
                action.type(),
                action.reason(),
                doubtAfter(before, action),
                risky ? action.acceptSecondEffect() : null));
        if (risky) {
            draft.raise(
                    Alert.Severity.HIGH,
                    Cause.PERHAPS_TWICE.word(),
                    "Request " + before.id() + " is sent to gateway \"" + before.gateway() + "\" as attempt "
                            + (before.attempts().count() + 1) + ", though an earlier attempt may have taken effect: "
                            + action.actor() + " accepted that the gateway may act twice.");
        }
        Answer none = null;
        return switch (action.type()) {
            case SETTLE_SUCCEEDED ->
                SettlementRules.succeeded(draft, Fact.Ground.OPERATOR, 0, none).done();
            case SETTLE_FAILED ->
                SettlementRules.failed(draft, Fact.Ground.OPERATOR, 0, action.reason(), none)
                        .done();
            case SEND_AGAIN ->
                new AttemptRules(policy, draft)
                        .beginRequested()
                        .effect(new Effect.PublishStatus())
                        .done();
            case VERIFY_NOW -> new VerificationRules(policy, draft).ask().done();
            case HOLD -> draft.effect(new Effect.PublishStatus()).done();
            // What was held before it was approved goes back to wait for that, and is not sent.
            case RELEASE ->
                draft.entry().awaitsApproval()
                        ? draft.effect(new Effect.PublishStatus()).done()
                        : new AttemptRules(policy, draft).begin().done();
            case CANCEL -> SettlementRules.cancelled(draft, action.reason()).done();
            case APPROVE, RETURN, RESUBMIT, COMMENT, ATTACH_SUMMARY ->
                throw new IllegalStateException(action.type() + " has a fact of its own");
        };
    }

    /**
     * Another attempt proves nothing about those before it. A gateway that recognises a repetition settles the doubt by
     * itself; elsewhere the person has accepted that there may be two effects, and has not said that there was none.
     */
    private static Outcome.Doubt doubtAfter(Entry entry, OperatorAction action) {
        return action.type() == OperatorAction.Type.SEND_AGAIN && Repetition.mayHaveTakenEffect(entry)
                ? Outcome.Doubt.POSSIBLE
                : Outcome.Doubt.NONE;
    }

    private static Optional<String> unaccepted(Entry entry, OperatorAction action, GatewayPolicy policy, Instant now) {
        if (action.acceptSecondEffect() == SecondEffect.ACCEPTED) {
            return Optional.empty();
        }
        return risk(entry, action.type(), policy, now)
                .map(why -> why + ". Find out what happened and settle it"
                        + (policy.canAsk() ? ", or verify it" : "")
                        + ", or send it again with accept_second_effect");
    }

    private static Optional<String> only(Set<Status> statuses, Entry entry, OperatorAction action) {
        return statuses.contains(entry.status())
                ? Optional.empty()
                : Optional.of("a request that is " + entry.status().word() + " cannot be given " + action.type()
                        + "; only one that is " + words(statuses) + " can");
    }

    /** After a loss of records it may have been approved, without a trace of that. */
    private static Optional<String> unapproved(Entry entry) {
        return entry.awaitsApproval()
                ? Optional.of("no approval of it is known: find out what happened and settle it")
                : Optional.empty();
    }

    /** What was not approved was not sent, and so has no outcome that a person could know of. */
    private static Optional<String> neverApproved(Entry entry) {
        return entry.awaitsApproval() && !entry.inDoubt()
                ? Optional.of("it was never approved, and so never sent: cancel it instead")
                : Optional.empty();
    }

    private static Optional<String> needs(GatewayPolicy policy, Entry entry) {
        return policy == null ? Optional.of("no gateway \"" + entry.gateway() + "\" is configured") : Optional.empty();
    }

    private static Optional<String> expired(Entry entry, Instant now) {
        return entry.expiresAt() != null && !now.isBefore(entry.expiresAt())
                ? Optional.of("it expired at " + entry.expiresAt() + " and must not be sent any more")
                : Optional.empty();
    }

    private static String words(Set<Status> statuses) {
        return String.join(", ", statuses.stream().map(Status::word).toList());
    }
}
