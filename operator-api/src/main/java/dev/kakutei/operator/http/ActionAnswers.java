package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.Caller;
import dev.kakutei.http.HttpReply;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.action.ActionResult;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.store.read.LedgerReader;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What a person's action is answered with, for each result. The same for operators' actions and for approvals. */
record ActionAnswers(LedgerReader reader, PersonalView view, InstantSource clock) {
    /** @param entry as it was found before the action was requested */
    CompletableFuture<HttpReply> of(
            Caller caller, Entry entry, OperatorAction action, CompletableFuture<ActionResult> result) {
        return result.thenCompose(one -> one.match(new ActionResult.Cases<>() {
            @Override
            public CompletableFuture<HttpReply> carriedOut(ActionResult.CarriedOut carriedOut) {
                return reader.find(entry.client(), entry.idempotencyKey())
                        .thenApply(found -> ActionAnswers.this.carriedOut(
                                caller,
                                found.orElse(entry),
                                action,
                                carriedOut.event().fact()));
            }

            @Override
            public CompletableFuture<HttpReply> refused(ActionResult.Refused refused) {
                return done(
                        HttpReply.of(ActionProblems.refused(refused.refusal().reason())));
            }

            @Override
            public CompletableFuture<HttpReply> unconfirmed(ActionResult.Unconfirmed unconfirmed) {
                return done(shown(202, caller, entry, action));
            }

            @Override
            public CompletableFuture<HttpReply> unpublished(ActionResult.Unpublished unpublished) {
                return done(HttpReply.of(ActionProblems.unpublished()));
            }

            @Override
            public CompletableFuture<HttpReply> turnedAway(ActionResult.TurnedAway turnedAway) {
                return done(HttpReply.of(ActionProblems.turnedAway()));
            }
        }));
    }

    /**
     * An action with this id is in the timeline; the request is shown as it is now, if it is this very action.
     *
     * @param fact of that id
     */
    HttpReply carriedOut(Caller caller, Entry now, OperatorAction action, Fact fact) {
        return isOf(fact, action) ? shown(200, caller, now, action) : HttpReply.of(ActionProblems.otherAction());
    }

    /** Whether the fact is what this action leads to, and not another one under the same key. */
    private static boolean isOf(Fact fact, OperatorAction action) {
        return switch (action.type()) {
            case SETTLE_SUCCEEDED, SETTLE_FAILED, SEND_AGAIN, VERIFY_NOW, HOLD, RELEASE, CANCEL ->
                fact instanceof Fact.OperatorActed acted && acted.action() == action.type();
            case APPROVE -> fact instanceof ApprovalFact.Approved;
            case RETURN -> fact instanceof ApprovalFact.Returned;
            case RESUBMIT ->
                fact instanceof ApprovalFact.Resubmitted resubmitted
                        && resubmitted.digest().equals(action.resubmission().digest());
            case COMMENT ->
                fact instanceof Fact.Commented commented && commented.text().equals(action.reason());
            case ATTACH_SUMMARY ->
                fact instanceof ApprovalFact.SummaryAttached attached
                        && attached.submissionEventId() == action.summary().eventId()
                        && attached.text().equals(action.summary().text());
        };
    }

    private HttpReply shown(int status, Caller caller, Entry entry, OperatorAction action) {
        ObjectNode shown = view.of(entry, caller, clock.instant());
        shown.put("action_id", action.actionId());
        return HttpReply.json(status, shown, Map.of("Location", RequestView.location(entry, caller)));
    }

    private static CompletableFuture<HttpReply> done(HttpReply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
