package dev.kakutei.operator.http;

import dev.kakutei.access.Caller;
import dev.kakutei.http.Problem;
import java.util.List;
import java.util.Map;

/** What can be wrong with an action. */
final class ActionProblems {
    private ActionProblems() {}

    /** @param words of the guard */
    static Problem refused(String words) {
        return Problem.of(409, "action-refused", "The action was not carried out", "Nothing was done: " + words + ".");
    }

    /** @param words of the guard */
    static Problem forbidden(String words, Caller caller) {
        String open = caller.equals(Caller.ANYBODY)
                ? " While access is open, every caller is one and the same client, so no caller can be a second person:"
                        + " set ingest.access=keys and give each of them a key (docs/guides/approvals.md)."
                : "";
        return Problem.of(403, "four-eyes", "A second person is needed", "Nothing was done: " + words + "." + open);
    }

    static Problem otherAction() {
        return Problem.of(
                409,
                "idempotency-conflict",
                "The key belongs to another action",
                "An earlier action with this idempotency key, for this request, differs from this one.");
    }

    static Problem unpublished() {
        return new Problem(
                503,
                "actions-unavailable",
                "Kafka did not acknowledge the action in time",
                "Whether it will be carried out is not known: look at the request. Requesting it again, based on the same"
                        + " event, is safe: at most one of them is carried out.",
                List.of(),
                Map.of("Retry-After", "5"));
    }

    static Problem turnedAway() {
        return new Problem(
                503,
                "overloaded",
                "Too many actions are waited for",
                "Nothing was done. Request the action again after a pause.",
                List.of(),
                Map.of("Retry-After", "1"));
    }
}
