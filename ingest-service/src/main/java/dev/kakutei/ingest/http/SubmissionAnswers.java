package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.Problem;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.http.RequestReply;
import dev.kakutei.operator.http.RequestView;
import dev.kakutei.schemas.Result;
import dev.kakutei.store.accept.Acceptance;
import java.time.Instant;
import java.util.Map;

/** The answer to a submission, for each way it can end (SPEC A4, A5). */
final class SubmissionAnswers {
    private SubmissionAnswers() {}

    /** The current state of a request for who submitted it, with where to follow it. */
    static HttpReply shown(int status, Entry entry, Instant now) {
        return submitted(status, entry, RequestView.of(entry, now), now);
    }

    /** Accepted just now, and not waited for. */
    private static HttpReply accepted(Entry entry, Instant now) {
        return submitted(202, entry, RequestView.ofAcceptance(entry, now), now);
    }

    private static HttpReply submitted(int status, Entry entry, ObjectNode view, Instant now) {
        Map<String, String> headers = Map.of("Location", RequestView.location(entry.idempotencyKey()));
        return RequestReply.withRetryAfter(HttpReply.json(status, view, headers), entry, now);
    }

    static HttpReply settled(int status, Result result) {
        return HttpReply.json(
                status, RequestView.of(result), Map.of("Location", RequestView.location(result.idempotencyKey())));
    }

    /** Without waiting for an outcome. */
    static HttpReply of(Acceptance acceptance, Instant now) {
        return acceptance.match(new Acceptance.Cases<>() {
            @Override
            public HttpReply accepted(Acceptance.Accepted ending) {
                return SubmissionAnswers.accepted(ending.entry(), now);
            }

            @Override
            public HttpReply same(Acceptance.Same ending) {
                return shown(200, ending.entry(), now);
            }

            @Override
            public HttpReply conflict(Acceptance.Conflict ending) {
                return HttpReply.of(Problem.conflict());
            }

            @Override
            public HttpReply unstorable(Acceptance.Unstorable ending) {
                return HttpReply.of(Problem.unstorable());
            }

            @Override
            public HttpReply unavailable(Acceptance.Unavailable ending) {
                return HttpReply.of(Problem.unavailable());
            }

            @Override
            public HttpReply broken(Acceptance.Broken ending) {
                return HttpReply.of(Problem.internal());
            }

            @Override
            public HttpReply shed(Acceptance.Shed ending) {
                return HttpReply.of(
                        switch (ending.cause()) {
                            case QUEUE -> Problem.overloaded();
                            case WAL -> Problem.backlogged();
                        });
            }
        });
    }
}
