package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.action.ActionService;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.OperatorActions;
import dev.kakutei.schemas.OperatorAction;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where a person's order is taken, whatever it is: one that was carried out before is answered for, one that the guard
 * refuses goes no further, and the rest is given to the ledger.
 */
final class ActionHandler {
    private final ActionService desk;
    private final PersonalView view;
    private final InstantSource clock;
    private final ActionAnswers answers;

    ActionHandler(ActionService desk, PersonalView view, InstantSource clock, ActionAnswers answers) {
        this.desk = desk;
        this.view = view;
        this.clock = clock;
        this.answers = answers;
    }

    /** @param key where there is one, the order's id is the same each time */
    CompletableFuture<Reply> take(
            Caller caller, Entry entry, OperatorAction order, Optional<String> key, Duration patience) {
        if (key.isPresent() && entry.seq() > order.basedOn()) {
            // It may have moved on because of this very order, whose answer did not arrive.
            return desk.earlier(order)
                    .thenCompose(earlier -> earlier.isPresent()
                            ? done(answers.carriedOut(
                                    caller, entry, order, earlier.get().fact()))
                            : guarded(caller, entry, order, patience));
        }
        return guarded(caller, entry, order, patience);
    }

    private CompletableFuture<Reply> guarded(Caller caller, Entry entry, OperatorAction order, Duration patience) {
        Optional<String> forbidden = OperatorActions.forbidden(entry, order);
        if (forbidden.isPresent()) {
            return done(Reply.of(ActionProblems.forbidden(forbidden.get(), caller)));
        }
        // Who has seen more than Postgres shows here cannot be refused by what it shows; the ledger knows.
        Optional<String> refusal =
                order.basedOn() > entry.seq() ? Optional.empty() : view.refusal(entry, order, clock.instant());
        return refusal.isPresent()
                ? done(Reply.of(ActionProblems.refused(refusal.get())))
                : answers.of(caller, entry, order, desk.place(order, patience));
    }

    private static CompletableFuture<Reply> done(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
