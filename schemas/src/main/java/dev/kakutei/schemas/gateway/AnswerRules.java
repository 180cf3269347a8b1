package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How a gateway's answer to a post is read. The lists are asked in this order, and the first that holds decides: quota,
 * pending, retryable, refused, and for an answer in the 200s success. Where none holds, the HTTP status decides.
 *
 * @param success what a 2xx answer must be to count as done; empty: any 2xx but 202
 * @param refused the gateway did not do it and will not
 * @param retryable the gateway did not do it, and may be asked again
 * @param quota the gateway will take nothing more of us before its period ends (SPEC C3)
 * @param pending the gateway took it and has not decided
 * @param quotaPeriod how long to stay away where a quota answer does not say when its period ends
 * @param otherwise what a 2xx answer is that is JSON, is not a success, and that no list knows
 * @param codePath where the gateway's error code is; null: in the usual places
 * @param messagePath where its message for people is; null: in the usual places
 * @param referencePath where its own name for what it did is; null: in the usual places
 */
public record AnswerRules(
        Criteria success,
        Criteria refused,
        Criteria retryable,
        Criteria quota,
        Criteria pending,
        Duration quotaPeriod,
        Otherwise otherwise,
        String codePath,
        String messagePath,
        String referencePath) {
    public AnswerRules {
        requireNonNull(success, "response_success_criteria");
        requireNonNull(refused, "response_refused_criteria");
        requireNonNull(retryable, "response_retryable_criteria");
        requireNonNull(quota, "response_quota_criteria");
        requireNonNull(pending, "response_pending_criteria");
        requireNonNull(quotaPeriod, "quota_period");
        requireNonNull(otherwise, "response_otherwise");
    }

    /** What to make of an answer in the 200s that fails the success criteria and that no other list knows. */
    public enum Otherwise {
        /** An error, for certain: that is what success criteria are for (SPEC D3). */
        REFUSED,
        /** Nothing is known, and the gateway is asked. */
        UNKNOWN
    }
}
