package dev.kakutei.schemas.gateway;

import java.time.Duration;

/** Reads how answers to a post are judged. */
final class AnswerRulesReader {
    static final Duration QUOTA_PERIOD = Duration.ofDays(1);
    static final AnswerRules.Otherwise OTHERWISE = AnswerRules.Otherwise.REFUSED;

    private AnswerRulesReader() {}

    static AnswerRules read(Section section) {
        Criteria success = CriteriaReader.readOrEmpty(section, "response_success_criteria");
        Criteria pending = CriteriaReader.read(section, "response_pending_criteria");
        if (!success.isEmpty() && pending.isEmpty() && !section.has("response_otherwise")) {
            section.warning(
                    "response_otherwise",
                    "is not said: an answer in the 200s that is not a success, and that no list knows, counts as refused"
                            + " for certain; say refused if that is so, else unknown, or name response_pending_criteria");
        }
        Section answer = section.section("answer");
        AnswerRules rules = new AnswerRules(
                success,
                CriteriaReader.read(section, "response_refused_criteria"),
                CriteriaReader.read(section, "response_retryable_criteria"),
                CriteriaReader.read(section, "response_quota_criteria"),
                pending,
                section.duration("quota_period", QUOTA_PERIOD, Duration.ofSeconds(1), Duration.ofDays(31)),
                section.word("response_otherwise", AnswerRules.Otherwise.class, OTHERWISE),
                place(answer, "code", null),
                place(answer, "message", null),
                place(answer, "reference", null));
        answer.refuseUnknown();
        if (section.has("quota_period") && rules.quota().isEmpty()) {
            section.warning("quota_period", "has no effect without response_quota_criteria");
        }
        return rules;
    }

    /** A path to one place of an answer. */
    static String place(Section section, String name, String fallback) {
        String path = section.text(name, null);
        if (path == null) {
            return fallback;
        }
        JsonPathSyntax.complaintOfOne(path).ifPresent(text -> section.mistake(name, text));
        return path;
    }
}
