package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.store.Acceptance;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.RequestKind;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Takes a request (SPEC A1–A4): decode, decide whether it can be taken, record it, answer. */
final class SubmitEndpoint {
    private final Admission admission;
    private final BodyReader bodies;
    private final Function<NewRequest, CompletableFuture<Acceptance>> store;
    private final LedgerReader reader;
    private final InstantSource clock;

    SubmitEndpoint(
            Admission admission,
            BodyReader bodies,
            Function<NewRequest, CompletableFuture<Acceptance>> store,
            LedgerReader reader,
            InstantSource clock) {
        this.admission = admission;
        this.bodies = bodies;
        this.store = store;
        this.reader = reader;
        this.clock = clock;
    }

    CompletableFuture<Reply> answer(RequestKind kind, String client, Context context) throws Refused, IOException {
        MediaType.requireJson(context.header("Content-Type"), context.header("Content-Encoding"));
        JsonNode body = bodies.read(context.bodyInputStream(), context.req().getContentLengthLong());
        Admission.Envelope envelope = new Admission.Envelope(
                kind,
                client,
                Collections.list(context.req().getHeaders(Admission.KEY_HEADER)),
                context.header(DeadlineRule.HEADER),
                context.header("traceparent"));
        Admission.Admitted admitted = admission.admit(envelope, body, clock.instant());
        if (!admitted.objections().isEmpty()) {
            return onlyIfKnown(admitted);
        }
        return store.apply(admitted.request()).thenApply(this::reply);
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
