package dev.kakutei.ledger;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What status queries at one gateway were answered, as far as it says whether "not found" can be believed there.
 *
 * @param notFound the last requests that were not found since something was found, each once, oldest first
 * @param lastFound when a query last found a request; null where none has
 */
record QueryHistory(List<RequestId> notFound, Instant lastFound) {
    /** So many different requests that are not found, and none that is, are a wrong question rather than bad luck. */
    static final int ENOUGH = 5;

    /** A question that found something was right then; for how long that says something. */
    static final Duration TRUSTED = Duration.ofDays(1);

    static final QueryHistory EMPTY = new QueryHistory(List.of(), null);

    QueryHistory {
        notFound = List.copyOf(notFound);
        if (notFound.size() > ENOUGH) {
            throw new IllegalArgumentException("more requests are kept than are needed: " + notFound.size());
        }
    }

    QueryHistory after(RequestId id, Finding finding, Instant now) {
        return switch (finding) {
            case SUCCEEDED, DECLINED, PENDING -> new QueryHistory(List.of(), now);
            case NOT_FOUND -> notFound.contains(id) ? this : new QueryHistory(last(id), lastFound);
            case INCONCLUSIVE, UNANSWERABLE -> this;
        };
    }

    boolean doubtsNotFound(Instant now) {
        return notFound.size() == ENOUGH
                && (lastFound == null || lastFound.plus(TRUSTED).isBefore(now));
    }

    private List<RequestId> last(RequestId id) {
        List<RequestId> all = new ArrayList<>(notFound);
        all.add(id);
        return all.size() > ENOUGH ? all.subList(1, all.size()) : all;
    }
}
