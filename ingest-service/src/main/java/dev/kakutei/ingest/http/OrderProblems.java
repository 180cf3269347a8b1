package dev.kakutei.ingest.http;

import dev.kakutei.ingest.admit.Problem;
import java.util.List;
import java.util.Map;

/** What can be wrong with an order. */
final class OrderProblems {
    private OrderProblems() {}

    /** @param words of the guard */
    static Problem refused(String words) {
        return Problem.of(409, "order-refused", "The order was not carried out", "Nothing was done: " + words + ".");
    }

    static Problem otherOrder() {
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
