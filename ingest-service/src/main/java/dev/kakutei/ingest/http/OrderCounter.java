package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.order.OrderDesk;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ordering;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorOrder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where a person's order is taken, whatever it is: one that was carried out before is answered for, one that the guard
 * refuses goes no further, and the rest is given to the ledger.
 */
final class OrderCounter {
    private final OrderDesk desk;
    private final PersonalView view;
    private final InstantSource clock;
    private final OrderAnswers answers;

    OrderCounter(OrderDesk desk, PersonalView view, InstantSource clock, OrderAnswers answers) {
        this.desk = desk;
        this.view = view;
        this.clock = clock;
        this.answers = answers;
    }

    /** @param key where there is one, the order's id is the same each time */
    CompletableFuture<Reply> take(
            Caller caller, Entry entry, OperatorOrder order, Optional<String> key, Duration patience) {
        if (key.isPresent() && entry.seq() > order.basedOn()) {
            // It may have moved on because of this very order, whose answer did not arrive.
            return desk.earlier(order)
                    .thenCompose(earlier -> earlier.isPresent()
                            ? repeated(caller, entry, order, earlier.get())
                            : guarded(caller, entry, order, patience));
        }
        return guarded(caller, entry, order, patience);
    }

    private CompletableFuture<Reply> repeated(Caller caller, Entry entry, OperatorOrder order, LedgerEvent earlier) {
        return done(
                isOf(earlier.fact(), order)
                        ? answers.carriedOut(caller, entry, order)
                        : Reply.of(OrderProblems.otherOrder()));
    }

    /** Whether the fact is what this order leads to, and not another one under the same key. */
    private static boolean isOf(Fact fact, OperatorOrder order) {
        return switch (order.action()) {
            case SETTLE_SUCCEEDED, SETTLE_FAILED, SEND_AGAIN, VERIFY_NOW, HOLD, RELEASE, CANCEL ->
                fact instanceof Fact.OperatorActed acted && acted.action() == order.action();
            case APPROVE -> fact instanceof ApprovalFact.Approved;
            case RETURN -> fact instanceof ApprovalFact.Returned;
            case RESUBMIT ->
                fact instanceof ApprovalFact.Resubmitted resubmitted
                        && resubmitted.digest().equals(order.resubmission().digest());
            case COMMENT ->
                fact instanceof Fact.Commented commented && commented.text().equals(order.reason());
        };
    }

    private CompletableFuture<Reply> guarded(Caller caller, Entry entry, OperatorOrder order, Duration patience) {
        Optional<String> forbidden = Ordering.forbidden(entry, order);
        if (forbidden.isPresent()) {
            return done(Reply.of(OrderProblems.forbidden(forbidden.get(), caller)));
        }
        // Who has seen more than Postgres shows here cannot be refused by what it shows; the ledger knows.
        Optional<String> refusal =
                order.basedOn() > entry.seq() ? Optional.empty() : view.refusal(entry, order, clock.instant());
        return refusal.isPresent()
                ? done(Reply.of(OrderProblems.refused(refusal.get())))
                : answers.of(caller, entry, order, desk.place(order, patience));
    }

    private static CompletableFuture<Reply> done(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
