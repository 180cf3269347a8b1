package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.proof.check.CaseCheck;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SPEC C3: after which reports a gateway that does not forgive repetition may be sent a request again. Judged by what the
 * gateway answered, not by what the sender made of it.
 */
class AbsenceTest {
    private static final String LISTED = "response_retryable_criteria: status eq 408";

    static Stream<Arguments> reports() {
        return Stream.of(
                arguments("not sent", new Outcome.NotSent(Answer.none(Category.NOT_CONNECTED, "refused", "x")), true),
                arguments("429", retryable(Category.CLIENT_ERROR, 429, null), true),
                arguments("423 by a list", retryable(Category.CLIENT_ERROR, 423, "response_retryable_criteria"), true),
                arguments("408", retryable(Category.CLIENT_ERROR, 408, null), false),
                arguments("408 by a list of the gateway file", retryable(Category.CLIENT_ERROR, 408, LISTED), true),
                arguments("500", retryable(Category.SERVER_ERROR, 500, null), false),
                arguments("503", retryable(Category.SERVER_ERROR, 503, null), false),
                arguments(
                        "position lost",
                        new Outcome.Unknown(Answer.none(Category.UNKNOWN, "position_lost", "x")),
                        false));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("reports")
    void resend_afterAReport_isSafeOnlyWhereTheAnswerProvesAbsence(String name, Outcome outcome, boolean safe) {
        SampleHistory history = new SampleHistory("strict").attempt(1).reaches(1);
        history.reports.add(new Report.AttemptReport(SampleHistory.ID, 1, history.gateway, "s", history.now, outcome));
        history.fact(new Fact.AttemptDeferred(1, outcome.answer(), Outcome.Doubt.NONE, history.now.plusSeconds(1)));
        history.pass(2).attempt(2).reaches(2).applies("e-2").succeeds(2);
        Findings findings = new Findings();
        CaseCheck.of(history.file(), history.context(), findings);

        assertThat(findings.result(Promise.RETRIED_WHEN_SAFE).verdict())
                .isEqualTo(safe ? Findings.Verdict.KEPT : Findings.Verdict.BROKEN);
    }

    private static Outcome retryable(Category category, int status, String judgedBy) {
        Answer answer = new Answer(category, status, "x", null, 1, Map.of(), null, null, judgedBy);
        return new Outcome.Retryable(answer, Outcome.Doubt.NONE);
    }
}
