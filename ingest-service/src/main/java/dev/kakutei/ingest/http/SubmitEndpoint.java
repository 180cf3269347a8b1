package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.KeyHeader;
import dev.kakutei.http.MediaType;
import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.store.accept.Acceptance;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.read.LedgerReader;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Accepts a request (SPEC A1–A5): decode, decide whether it can be accepted, store it, wait for its outcome, answer. */
final class SubmitEndpoint {
    private final Admission admission;
    private final RequestBodyReader bodies;
    private final Function<NewRequest, CompletableFuture<Acceptance>> store;
    private final LedgerReader reader;
    private final Outcomes outcomes;
    private final InstantSource clock;

    SubmitEndpoint(
            Admission admission,
            RequestBodyReader bodies,
            Function<NewRequest, CompletableFuture<Acceptance>> store,
            LedgerReader reader,
            Waiters waiters,
            InstantSource clock) {
        this.admission = admission;
        this.bodies = bodies;
        this.store = store;
        this.reader = reader;
        this.outcomes = new Outcomes(store, reader, waiters, clock);
        this.clock = clock;
    }

    CompletableFuture<HttpReply> answer(RequestKind kind, String client, Context context) throws Refused, IOException {
        MediaType.requireJson(context.header("Content-Type"), context.header("Content-Encoding"));
        JsonNode body = bodies.read(context.bodyInputStream(), context.req().getContentLengthLong());
        Admission.Envelope envelope = new Admission.Envelope(
                kind,
                client,
                headers(context, KeyHeader.NAME),
                headers(context, DeadlineRule.HEADER),
                context.header("traceparent"));
        Admission.Admitted admitted = admission.admit(envelope, body, clock.instant());
        if (!admitted.objections().isEmpty()) {
            return onlyIfKnown(admitted);
        }
        if (Prefer.asynchronous(headers(context, "Prefer"))) {
            return store.apply(admitted.request())
                    .thenApply(acceptance -> Prefer.applied(SubmissionAnswers.of(acceptance, clock.instant())));
        }
        return outcomes.of(admitted.request());
    }

    private CompletableFuture<HttpReply> onlyIfKnown(Admission.Admitted admitted) {
        NewRequest request = admitted.request();
        return reader.find(request.fact().client(), request.fact().idempotencyKey())
                .thenApply(found -> {
                    if (found.isEmpty()) {
                        return HttpReply.of(Problem.invalid(admitted.objections()));
                    }
                    Entry entry = found.get();
                    return request.sameAs(entry)
                            ? SubmissionAnswers.shown(200, entry, clock.instant())
                            : HttpReply.of(Problem.conflict());
                });
    }

    private static List<String> headers(Context context, String name) {
        return Collections.list(context.req().getHeaders(name));
    }
}
