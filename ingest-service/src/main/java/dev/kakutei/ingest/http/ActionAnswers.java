package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.action.Ending;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.OperatorAction;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What a person's order is answered with, for each way it can end. The same for orders and for approvals. */
final class ActionAnswers {
    private final LedgerReader reader;
    private final PersonalView view;
    private final InstantSource clock;

    ActionAnswers(LedgerReader reader, PersonalView view, InstantSource clock) {
        this.reader = reader;
        this.view = view;
        this.clock = clock;
    }

    /** @param entry as it was found before the order was given */
    CompletableFuture<Reply> of(Caller caller, Entry entry, OperatorAction order, CompletableFuture<Ending> ending) {
        return ending.thenCompose(one -> one.match(new Ending.Cases<>() {
            @Override
            public CompletableFuture<Reply> carriedOut(Ending.CarriedOut carriedOut) {
                return reader.find(entry.client(), entry.idempotencyKey())
                        .thenApply(found -> ActionAnswers.this.carriedOut(
                                caller,
                                found.orElse(entry),
                                order,
                                carriedOut.event().fact()));
            }

            @Override
            public CompletableFuture<Reply> refused(Ending.Refused refused) {
                return done(Reply.of(ActionProblems.refused(refused.refusal().reason())));
            }

            @Override
            public CompletableFuture<Reply> unheard(Ending.Unheard unheard) {
                return done(shown(202, caller, entry, order));
            }

            @Override
            public CompletableFuture<Reply> unpublished(Ending.Unpublished unpublished) {
                return done(Reply.of(ActionProblems.unpublished()));
            }

            @Override
            public CompletableFuture<Reply> turnedAway(Ending.TurnedAway turnedAway) {
                return done(Reply.of(ActionProblems.turnedAway()));
            }
        }));
    }

    /**
     * An order with this id stands in the timeline; the request is shown as it is now, if it is this very order.
     *
     * @param fact what stands there
     */
    Reply carriedOut(Caller caller, Entry now, OperatorAction order, Fact fact) {
        return isOf(fact, order) ? shown(200, caller, now, order) : Reply.of(ActionProblems.otherAction());
    }

    /** Whether the fact is what this order leads to, and not another one under the same key. */
    private static boolean isOf(Fact fact, OperatorAction order) {
        return switch (order.type()) {
            case SETTLE_SUCCEEDED, SETTLE_FAILED, SEND_AGAIN, VERIFY_NOW, HOLD, RELEASE, CANCEL ->
                fact instanceof Fact.OperatorActed acted && acted.action() == order.type();
            case APPROVE -> fact instanceof ApprovalFact.Approved;
            case RETURN -> fact instanceof ApprovalFact.Returned;
            case RESUBMIT ->
                fact instanceof ApprovalFact.Resubmitted resubmitted
                        && resubmitted.digest().equals(order.resubmission().digest());
            case COMMENT ->
                fact instanceof Fact.Commented commented && commented.text().equals(order.reason());
            case ATTACH_SUMMARY ->
                fact instanceof ApprovalFact.SummaryAttached attached
                        && attached.submissionEventId() == order.summary().eventId()
                        && attached.text().equals(order.summary().text());
        };
    }

    private Reply shown(int status, Caller caller, Entry entry, OperatorAction order) {
        ObjectNode shown = view.of(entry, caller, clock.instant());
        shown.put("action_id", order.actionId());
        return Reply.json(status, shown, Map.of("Location", RequestView.location(entry, caller)));
    }

    private static CompletableFuture<Reply> done(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
