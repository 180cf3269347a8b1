package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.store.Acceptance;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Result;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/** What a submission is answered with, for each way it can end (SPEC A4, A5). */
final class Answers {
    private Answers() {}

    /**
     * A request as it stands. Where time alone will move it on, the answer says when to look again; where only a person
     * can, it does not.
     */
    static Reply current(Entry entry, ObjectNode view, Instant now) {
        return told(Reply.json(200, view), entry, now);
    }

    /** The same for who submitted it, with where to follow it. */
    static Reply shown(int status, Entry entry, Instant now) {
        return submitted(status, entry, RequestView.of(entry, now), now);
    }

    /** Accepted just now, and not waited for. */
    private static Reply accepted(Entry entry, Instant now) {
        return submitted(202, entry, RequestView.ofAcceptance(entry, now), now);
    }

    private static Reply submitted(int status, Entry entry, ObjectNode view, Instant now) {
        Map<String, String> headers = Map.of("Location", RequestView.location(entry.idempotencyKey()));
        return told(Reply.json(status, view, headers), entry, now);
    }

    private static Reply told(Reply reply, Entry entry, Instant now) {
        OptionalLong seconds = RequestView.lookAgainAfter(entry, now);
        return seconds.isEmpty() ? reply : reply.with("Retry-After", Long.toString(seconds.getAsLong()));
    }

    static Reply settled(int status, Result result) {
        return Reply.json(
                status, RequestView.of(result), Map.of("Location", RequestView.location(result.idempotencyKey())));
    }

    /** Without waiting for an outcome. */
    static Reply of(Acceptance acceptance, Instant now) {
        return acceptance.match(new Acceptance.Cases<>() {
            @Override
            public Reply accepted(Acceptance.Accepted ending) {
                return Answers.accepted(ending.entry(), now);
            }

            @Override
            public Reply same(Acceptance.Same ending) {
                return shown(200, ending.entry(), now);
            }

            @Override
            public Reply conflict(Acceptance.Conflict ending) {
                return Reply.of(Problem.conflict());
            }

            @Override
            public Reply unstorable(Acceptance.Unstorable ending) {
                return Reply.of(Problem.unstorable());
            }

            @Override
            public Reply unavailable(Acceptance.Unavailable ending) {
                return Reply.of(Problem.unavailable());
            }

            @Override
            public Reply broken(Acceptance.Broken ending) {
                return Reply.of(Problem.internal());
            }

            @Override
            public Reply shed(Acceptance.Shed ending) {
                return Reply.of(
                        switch (ending.cause()) {
                            case QUEUE -> Problem.overloaded();
                            case LOG -> Problem.backlogged();
                        });
            }
        });
    }
}
