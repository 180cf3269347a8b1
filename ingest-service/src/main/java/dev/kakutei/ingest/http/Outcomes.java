package dev.kakutei.ingest.http;

import dev.kakutei.http.HttpReply;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.operator.http.RequestView;
import dev.kakutei.schemas.Result;
import dev.kakutei.store.accept.Acceptance;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.read.LedgerReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Stores a request and waits for its outcome, up to the caller's deadline (SPEC A5, A6).
 *
 * <p>The same request sent again while the first is under way waits as well, up to its own deadline, and is answered with
 * the same body; its status is 200, which says that nothing new was taken. It does not wait where only a person can move
 * the request on: that may take days.
 */
final class Outcomes {
    private final Function<NewRequest, CompletableFuture<Acceptance>> store;
    private final LedgerReader reader;
    private final Waiters waiters;
    private final InstantSource clock;

    Outcomes(
            Function<NewRequest, CompletableFuture<Acceptance>> store,
            LedgerReader reader,
            Waiters waiters,
            InstantSource clock) {
        this.store = store;
        this.reader = reader;
        this.waiters = waiters;
        this.clock = clock;
    }

    CompletableFuture<HttpReply> of(NewRequest request) {
        Optional<Waiters.Place> place =
                waiters.take(request.id(), request.fact().gateway());
        if (place.isEmpty()) {
            return store.apply(request).thenApply(acceptance -> SubmissionAnswers.of(acceptance, clock.instant()));
        }
        return store.apply(request)
                .thenCompose(acceptance -> outcome(request, acceptance, place.get()))
                .whenComplete((reply, failure) -> place.get().close());
    }

    private CompletableFuture<HttpReply> outcome(NewRequest request, Acceptance acceptance, Waiters.Place place) {
        if (acceptance instanceof Acceptance.Accepted accepted) {
            return untilDeadline(request, accepted.entry(), place, Outcomes::firstStatus);
        }
        // It waits for another request than the one that the place was taken for.
        place.close();
        if (acceptance instanceof Acceptance.Same same && goesOnByItself(same.entry())) {
            return repeated(request, same.entry());
        }
        return done(SubmissionAnswers.of(acceptance, clock.instant()));
    }

    private CompletableFuture<HttpReply> repeated(NewRequest request, Entry earlier) {
        Optional<Waiters.Place> place = waiters.take(earlier.id(), earlier.gateway());
        if (place.isEmpty()) {
            return done(SubmissionAnswers.shown(200, earlier, clock.instant()));
        }
        // Read again, now that the place is taken: the outcome may have come between the first read and that.
        return latest(earlier)
                .thenCompose(entry -> goesOnByItself(entry)
                        ? untilDeadline(request, entry, place.get(), status -> 200)
                        : done(SubmissionAnswers.shown(200, entry, clock.instant())))
                .whenComplete((reply, failure) -> place.get().close());
    }

    /** @param status of the answer, by the state of the request and what the gateway said */
    private CompletableFuture<HttpReply> untilDeadline(
            NewRequest request, Entry entry, Waiters.Place place, ToIntFunction<RequestState> status) {
        return place.within(Duration.between(clock.instant(), request.fact().deadline()))
                .thenCompose(result -> result.isPresent()
                        ? done(SubmissionAnswers.settled(
                                status.applyAsInt(RequestState.of(result.get())), result.get()))
                        // The snapshot may know more, or even the outcome, if Kafka was away in between.
                        : latest(entry)
                                .thenApply(place::further)
                                .thenApply(found -> SubmissionAnswers.shown(
                                        status.applyAsInt(RequestState.of(found)), found, clock.instant())));
    }

    /** The state of a request, as its row or its result shows it. */
    private record RequestState(Status status, Integer gatewayStatusCode) {
        static RequestState of(Result result) {
            return new RequestState(RequestView.state(result), result.gatewayStatusCode());
        }

        static RequestState of(Entry entry) {
            return new RequestState(entry.status(), entry.lastAnswer().statusCode());
        }
    }

    private static int firstStatus(RequestState state) {
        return SettledStatus.of(state.status(), state.gatewayStatusCode());
    }

    private CompletableFuture<Entry> latest(Entry known) {
        return reader.find(known.client(), known.idempotencyKey())
                // It is stored, whatever Postgres says now.
                .exceptionally(e -> Optional.empty())
                .thenApply(found -> found.orElse(known));
    }

    private static boolean goesOnByItself(Entry entry) {
        return !entry.status().terminal() && !entry.status().waitsForPerson();
    }

    private static CompletableFuture<HttpReply> done(HttpReply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
