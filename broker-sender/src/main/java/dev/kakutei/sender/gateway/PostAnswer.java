package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RetryHintHeaders;
import dev.kakutei.schemas.gateway.AnswerRules;
import dev.kakutei.sender.criteria.CompiledCriteria;
import dev.kakutei.sender.criteria.Judgement;
import dev.kakutei.sender.criteria.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One answer to a post, while it is judged. The order in which it is asked what is the table of {@link Classification}. */
final class PostAnswer {
    /** HTTP's "taken, and not decided". */
    private static final int ACCEPTED = 202;
    /** "The request came too slowly": a proxy that gave up waiting for the gateway says it as well. */
    private static final int REQUEST_TIMEOUT = 408;

    private final AnswerReading reading;
    private final AnswerLists lists;
    private final AnswerRules rules;
    private final StatusMapping mapping;
    private final Instant now;
    /** The first list that was not applicable; null as long as all were. */
    private Judgement unclear;

    /** @param mapping null where the gateway cannot be asked */
    PostAnswer(AnswerReading reading, AnswerLists lists, AnswerRules rules, StatusMapping mapping, Instant now) {
        this.reading = reading;
        this.lists = lists;
        this.rules = rules;
        this.mapping = mapping;
        this.now = now;
    }

    Outcome outcome() {
        Optional<String> quota = held(lists.quota());
        if (quota.isPresent()) {
            Answer answer =
                    reading.inItsWords(error(), "quota_used_up", "the gateway takes no more for now", quota.get());
            return new Outcome.Retryable(answer, Outcome.Doubt.NONE, quotaLeft().toMillis());
        }
        Optional<String> pending = held(lists.pending());
        if (pending.isPresent()) {
            return new Outcome.Unknown(undecided(pending.get()));
        }
        Optional<String> retryable = held(lists.retryable());
        if (retryable.isPresent()) {
            return new Outcome.Retryable(listed("retry_asked_for", retryable.get()), doubtOfListed());
        }
        Optional<String> refused = held(lists.refused());
        return refused.isPresent() ? new Outcome.Refused(listed("refused_by_answer", refused.get())) : byStatus();
    }

    /** What made a list hold; empty where it does not, and where the file has no such list. */
    private Optional<String> held(CompiledCriteria list) {
        if (list.isEmpty()) {
            return Optional.empty();
        }
        Judgement judgement = list.judge(reading.fields());
        if (judgement.verdict() == Verdict.NOT_APPLICABLE && unclear == null) {
            unclear = judgement;
        }
        return judgement.holds() ? Optional.of(judgement.because()) : Optional.empty();
    }

    private Outcome byStatus() {
        return switch (reading.status() / 100) {
            case 2 -> lists.success().isEmpty() ? bySuccessfulStatus() : bySuccessCriteria();
            case 3 -> redirected();
            case 4 -> faulted();
            case 5 -> new Outcome.Retryable(itself(Category.SERVER_ERROR, null), Outcome.Doubt.POSSIBLE);
            default -> new Outcome.Unknown(itself(Category.UNKNOWN, "status_not_understood"));
        };
    }

    private Outcome bySuccessCriteria() {
        Judgement success = lists.success().judge(reading.fields());
        if (success.holds()) {
            return new Outcome.Delivered(reading.inItsWordsIfAny(Category.OK, success.because()));
        }
        if (success.verdict() == Verdict.NOT_APPLICABLE
                || unclear != null
                || !reading.body().isDocument()) {
            Judgement reason = success.verdict() == Verdict.NOT_APPLICABLE || unclear == null ? success : unclear;
            return new Outcome.Unknown(reading.inOurWords(
                    Category.UNKNOWN,
                    "answer_not_understood",
                    "the answer is not one that the gateway's criteria fit",
                    reason.because()));
        }
        if (mapping != null && mapping.speaksAgainstRefusal(reading.fields())) {
            return new Outcome.Unknown(reading.inOurWords(
                    Category.UNKNOWN,
                    "answer_contradicts_itself",
                    "the answer is no success, and names a status that is no refusal",
                    success.because()));
        }
        if (reading.status() == ACCEPTED) {
            // Taken and not decided, whatever else it says: it may still take effect, so it is no refusal.
            return new Outcome.Unknown(undecided(success.because()));
        }
        return switch (rules.otherwise()) {
            case REFUSED -> new Outcome.Refused(unsuccessful(Category.CLIENT_ERROR, success.because()));
            case UNKNOWN -> new Outcome.Unknown(unsuccessful(Category.UNKNOWN, success.because()));
        };
    }

    private Outcome bySuccessfulStatus() {
        return reading.status() == ACCEPTED
                ? new Outcome.Unknown(undecided(null))
                : new Outcome.Delivered(reading.inItsWordsIfAny(Category.OK, null));
    }

    private Outcome redirected() {
        String code = "redirect_not_followed";
        return switch (reading.status()) {
            case 301, 307, 308 ->
                new Outcome.Refused(reading.inOurWords(
                        Category.CLIENT_ERROR,
                        code,
                        "the gateway's address has moved; a post is never redirected: correct the url",
                        null));
            default ->
                new Outcome.Unknown(reading.inOurWords(
                        Category.UNKNOWN, code, "the gateway points elsewhere instead of answering", null));
        };
    }

    private Outcome faulted() {
        return switch (reading.status()) {
            case REQUEST_TIMEOUT -> new Outcome.Retryable(itself(Category.CLIENT_ERROR, null), Outcome.Doubt.POSSIBLE);
            case 429 -> new Outcome.Retryable(itself(Category.CLIENT_ERROR, null), Outcome.Doubt.NONE);
            case 409 -> new Outcome.Unknown(itself(Category.CLIENT_ERROR, "in_progress"));
            default -> new Outcome.Refused(itself(Category.CLIENT_ERROR, null));
        };
    }

    private Answer itself(Category category, String code) {
        return reading.inItsWords(category, code, null, null);
    }

    /** @param code for where the gateway gives none, and its status is no error */
    private Answer listed(String code, String because) {
        return reading.inItsWords(error(), reading.status() >= 400 ? null : code, null, because);
    }

    private Answer unsuccessful(Category category, String because) {
        return reading.inItsWords(category, "success_criteria_not_met", "the answer is not a success", because);
    }

    private Answer undecided(String because) {
        return reading.inOurWords(
                Category.UNKNOWN, "accepted_pending", "the gateway took the request and has not decided yet", because);
    }

    private Category error() {
        return reading.status() / 100 == 5 ? Category.SERVER_ERROR : Category.CLIENT_ERROR;
    }

    /** A 408 that the list does not name may be a proxy's: then the list's author had another answer in mind. */
    private Outcome.Doubt doubtOfListed() {
        boolean unnamedTimeout =
                reading.status() == REQUEST_TIMEOUT && !lists.retryable().asksForStatus();
        return error() == Category.SERVER_ERROR || unnamedTimeout ? Outcome.Doubt.POSSIBLE : Outcome.Doubt.NONE;
    }

    /** As long as the gateway says. Who waits caps it: that is to be counted there, and once. */
    private Duration quotaLeft() {
        return RetryHintHeaders.requestedWait(reading.fields().headers(), now).orElse(rules.quotaPeriod());
    }
}
