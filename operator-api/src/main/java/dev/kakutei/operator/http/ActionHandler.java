package dev.kakutei.operator.http;

import dev.kakutei.access.Caller;
import dev.kakutei.http.HttpReply;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.OperatorActions;
import dev.kakutei.operator.action.ActionService;
import dev.kakutei.schemas.OperatorAction;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where a person's action is taken, whatever it is: one that was carried out before is answered for, one that the guard
 * refuses goes no further, and the rest is given to the ledger.
 */
record ActionHandler(ActionService actionService, PersonalView view, InstantSource clock, ActionAnswers answers) {
    /** @param key where there is one, the action's id is the same each time */
    CompletableFuture<HttpReply> take(
            Caller caller, Entry entry, OperatorAction action, Optional<String> key, Duration timeout) {
        if (key.isPresent() && entry.seq() > action.basedOn()) {
            // It may have moved on because of this very action, whose answer did not arrive.
            return actionService
                    .earlier(action)
                    .thenCompose(earlier -> earlier.isPresent()
                            ? done(answers.carriedOut(
                                    caller, entry, action, earlier.get().fact()))
                            : guarded(caller, entry, action, timeout));
        }
        return guarded(caller, entry, action, timeout);
    }

    private CompletableFuture<HttpReply> guarded(Caller caller, Entry entry, OperatorAction action, Duration timeout) {
        Optional<String> forbidden = OperatorActions.forbidden(entry, action);
        if (forbidden.isPresent()) {
            return done(HttpReply.of(ActionProblems.forbidden(forbidden.get(), caller)));
        }
        // Who has seen more than Postgres shows here cannot be refused by what it shows; the ledger knows.
        Optional<String> refusal =
                action.basedOn() > entry.seq() ? Optional.empty() : view.refusal(entry, action, clock.instant());
        return refusal.isPresent()
                ? done(HttpReply.of(ActionProblems.refused(refusal.get())))
                : answers.of(caller, entry, action, actionService.request(action, timeout));
    }

    private static CompletableFuture<HttpReply> done(HttpReply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
