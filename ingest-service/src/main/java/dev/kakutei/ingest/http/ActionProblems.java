package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.admit.Problem;
import java.util.List;
import java.util.Map;

/** What can be wrong with an order. */
final class ActionProblems {
    private ActionProblems() {}

    /** @param words of the guard */
    static Problem refused(String words) {
        return Problem.of(409, "order-refused", "The order was not carried out", "Nothing was done: " + words + ".");
    }

    /** @param words of the guard */
    static Problem forbidden(String words, Caller caller) {
        String open = caller.equals(Caller.ANYBODY)
                ? " While access is open, every caller is one and the same client, and nobody can be a second person:"
                        + " set ingest.access=keys and give each of them a key (docs/guides/approvals.md)."
                : "";
        return Problem.of(403, "four-eyes", "It takes somebody else", "Nothing was done: " + words + "." + open);
    }

    static Problem otherAction() {
        return Problem.of(
                409,
                "idempotency-conflict",
                "The key belongs to another order",
                "An earlier order with this idempotency key, for this request, differs from this one.");
    }

    static Problem unpublished() {
        return new Problem(
                503,
                "orders-unavailable",
                "The order could not be handed on",
                "Whether it will be carried out is not known: look at the request. Giving it again, based on the same"
                        + " event, is safe: at most one of them is carried out.",
                List.of(),
                Map.of("Retry-After", "5"));
    }

    static Problem turnedAway() {
        return new Problem(
                503,
                "overloaded",
                "Too many orders are waited for",
                "Nothing was done. Give the order again after a pause.",
                List.of(),
                Map.of("Retry-After", "1"));
    }
}
