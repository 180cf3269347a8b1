package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.BodyReader;
import dev.kakutei.ingest.admit.DeadlineRule;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.store.Acceptance;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Takes a request (SPEC A1–A5): decode, decide whether it can be taken, record it, wait for its outcome, answer. */
final class SubmitEndpoint {
    private final Admission admission;
    private final BodyReader bodies;
    private final Function<NewRequest, CompletableFuture<Acceptance>> store;
    private final LedgerReader reader;
    private final Waiters waiters;
    private final InstantSource clock;

    SubmitEndpoint(
            Admission admission,
            BodyReader bodies,
            Function<NewRequest, CompletableFuture<Acceptance>> store,
            LedgerReader reader,
            Waiters waiters,
            InstantSource clock) {
        this.admission = admission;
        this.bodies = bodies;
        this.store = store;
        this.reader = reader;
        this.waiters = waiters;
        this.clock = clock;
    }

    CompletableFuture<Reply> answer(RequestKind kind, String client, Context context) throws Refused, IOException {
        MediaType.requireJson(context.header("Content-Type"), context.header("Content-Encoding"));
        JsonNode body = bodies.read(context.bodyInputStream(), context.req().getContentLengthLong());
        Admission.Envelope envelope = new Admission.Envelope(
                kind,
                client,
                Collections.list(context.req().getHeaders(Admission.KEY_HEADER)),
                Collections.list(context.req().getHeaders(DeadlineRule.HEADER)),
                context.header("traceparent"));
        Admission.Admitted admitted = admission.admit(envelope, body, clock.instant());
        if (!admitted.objections().isEmpty()) {
            return onlyIfKnown(admitted);
        }
        if (Prefer.asynchronous(Collections.list(context.req().getHeaders("Prefer")))) {
            return store.apply(admitted.request()).thenApply(this::reply);
        }
        return storeAndWait(admitted.request());
    }

    private CompletableFuture<Reply> storeAndWait(NewRequest request) {
        Optional<Waiters.Place> place = waiters.take(request.id());
        if (place.isEmpty()) {
            return store.apply(request).thenApply(this::reply);
        }
        return store.apply(request)
                .thenCompose(acceptance -> acceptance instanceof Acceptance.Accepted accepted
                        ? outcome(place.get(), accepted.entry())
                        : CompletableFuture.completedFuture(reply(acceptance)))
                .whenComplete((reply, failure) -> place.get().close());
    }

    private CompletableFuture<Reply> outcome(Waiters.Place place, Entry entry) {
        return place.within(Duration.between(clock.instant(), entry.deadline()))
                .thenCompose(result -> result.isPresent()
                        ? CompletableFuture.completedFuture(settled(result.get()))
                        : atDeadline(entry));
    }

    /** The snapshot may know more than the acceptance, or even the outcome, if Kafka was away in between. */
    private CompletableFuture<Reply> atDeadline(Entry accepted) {
        return reader.find(accepted.client(), accepted.idempotencyKey())
                // It is stored, whatever Postgres says now.
                .exceptionally(e -> Optional.empty())
                .thenApply(found -> found.orElse(accepted))
                .thenApply(entry -> shown(SettledStatus.of(entry.status(), entry.gatewayStatusCode()), entry));
    }

    private static Reply settled(Result result) {
        return Reply.json(
                SettledStatus.of(RequestView.state(result), result.gatewayStatusCode()),
                RequestView.of(result),
                Map.of("Location", RequestView.location(result.idempotencyKey())));
    }

    private CompletableFuture<Reply> onlyIfKnown(Admission.Admitted admitted) {
        NewRequest request = admitted.request();
        return reader.find(request.fact().client(), request.fact().idempotencyKey())
                .thenApply(found -> {
                    if (found.isEmpty()) {
                        return Reply.of(Problem.invalid(admitted.objections()));
                    }
                    Entry entry = found.get();
                    return request.sameAs(entry) ? shown(200, entry) : Reply.of(Problem.conflict());
                });
    }

    private Reply reply(Acceptance acceptance) {
        return acceptance.match(new Acceptance.Cases<>() {
            @Override
            public Reply accepted(Acceptance.Accepted ending) {
                return shown(202, ending.entry());
            }

            @Override
            public Reply same(Acceptance.Same ending) {
                return shown(200, ending.entry());
            }

            @Override
            public Reply conflict(Acceptance.Conflict ending) {
                return Reply.of(Problem.conflict());
            }

            @Override
            public Reply unstorable(Acceptance.Unstorable ending) {
                return Reply.of(Problem.of(
                        422, "unstorable", "The request cannot be stored", "The store refused what is in it."));
            }

            @Override
            public Reply unavailable(Acceptance.Unavailable ending) {
                return Reply.of(Problem.unavailable());
            }

            @Override
            public Reply shed(Acceptance.Shed ending) {
                return Reply.of(Problem.overloaded());
            }
        });
    }

    private Reply shown(int status, Entry entry) {
        Instant now = clock.instant();
        return Reply.json(
                status, RequestView.of(entry, now), Map.of("Location", RequestView.location(entry.idempotencyKey())));
    }
}
