package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.proof.check.CaseCheck;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A request that the gateway has acknowledged must not be settled, sent again or counted as missing by "not found". */
class AcknowledgedRequestTest {
    private static final Answer ACKNOWLEDGED =
            new Answer(Category.UNKNOWN, 202, "accepted_pending", null, 5, Map.of(), "gw-1", null);
    private static final Answer PENDING = new Answer(Category.OK, 200, "PENDING", null, 5, Map.of(), "gw-1", null);

    static Stream<Arguments> acknowledgements() {
        return Stream.of(
                arguments("answered 202", (Consumer<SampleHistory>) history -> {
                    report(history, ACKNOWLEDGED);
                    history.fact(new Fact.OutcomeUnknown(1, ACKNOWLEDGED, history.now.plusSeconds(5)));
                }),
                arguments("answered 202 after all, late", (Consumer<SampleHistory>) history -> {
                    history.fact(new Fact.OutcomeUnknown(1, silence(), history.now.plusSeconds(5)));
                    report(history, ACKNOWLEDGED);
                    history.fact(new LateFact.Acknowledged(1, ACKNOWLEDGED));
                }),
                arguments("answered 202, and the ledger dropped it", (Consumer<SampleHistory>) history -> {
                    history.fact(new Fact.OutcomeUnknown(1, silence(), history.now.plusSeconds(5)));
                    report(history, ACKNOWLEDGED);
                }),
                arguments("said to be pending", (Consumer<SampleHistory>) history -> {
                    history.unknown().pass(6).inquiry(1);
                    history.fact(new InquiryFact.InquiryInconclusive(
                            1, Finding.PENDING, PENDING, 0, history.now.plusSeconds(1)));
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acknowledgements")
    void acknowledged_settledAsNotFound_isAViolation(String name, Consumer<SampleHistory> acknowledgement) {
        SampleHistory history = begun(acknowledgement);
        int inquiry = inquiry(history);
        history.pass(6).inquiry(inquiry).notFound(inquiry, 0, 6);
        history.pass(6).inquiry(inquiry + 1);
        Answer missing = history.asked(inquiry + 1);
        history.settle(new Fact.Settled(
                Fact.Verdict.FAILED, Fact.Ground.VERIFICATION, 0, "Gateway status: NOT_FOUND", missing));

        assertThat(sentences(history)).anyMatch(sentence -> sentence.contains("acknowledged"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acknowledgements")
    void acknowledged_sentAgain_isAViolation(String name, Consumer<SampleHistory> acknowledgement) {
        SampleHistory history = begun(acknowledgement);
        int inquiry = inquiry(history);
        history.pass(6).inquiry(inquiry);
        Answer missing = history.asked(inquiry);
        history.fact(new Fact.AttemptDeferred(1, missing, Outcome.Doubt.NONE, history.now.plusSeconds(1)));

        assertThat(sentences(history)).anyMatch(sentence -> sentence.contains("acknowledged"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acknowledgements")
    void acknowledged_counted_isAViolation(String name, Consumer<SampleHistory> acknowledgement) {
        SampleHistory history = begun(acknowledgement);
        int inquiry = inquiry(history);
        history.pass(6).inquiry(inquiry).notFound(inquiry, 1, 6);

        assertThat(sentences(history)).anyMatch(sentence -> sentence.contains("acknowledged"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acknowledgements")
    void acknowledged_leftToAPerson_isSound(String name, Consumer<SampleHistory> acknowledgement) {
        SampleHistory history = begun(acknowledgement);
        int inquiry = inquiry(history);
        history.pass(6).inquiry(inquiry).notFound(inquiry, 0, 6);
        history.toPerson();

        assertThat(broken(history)).isEmpty();
    }

    @Test
    void acknowledged_onlyAfterNotFoundWasBelieved_isNoViolationOfThisPromise() {
        SampleHistory history = SampleHistory.lostAndFoundMissing();
        report(history, ACKNOWLEDGED);

        assertThat(broken(history)).isEmpty();
    }

    private static SampleHistory begun(Consumer<SampleHistory> acknowledgement) {
        SampleHistory history = new SampleHistory("strict").attempt(1).reaches(1);
        acknowledgement.accept(history);
        return history;
    }

    private static int inquiry(SampleHistory history) {
        return FactHistory.of(history.facts).now().orElseThrow().inquiries().count() + 1;
    }

    private static void report(SampleHistory history, Answer answer) {
        history.reports.add(new Report.AttemptReport(
                SampleHistory.ID, 1, history.gateway, "s", history.now, new Outcome.Unknown(answer)));
    }

    private static Answer silence() {
        return Answer.none(Category.NO_ANSWER, "no_report", "nothing was heard");
    }

    private static Findings findings(SampleHistory history) {
        Findings findings = new Findings();
        CaseCheck.of(history.file(), history.context(), findings);
        return findings;
    }

    private static Set<Promise> broken(SampleHistory history) {
        Findings findings = findings(history);
        Set<Promise> broken = EnumSet.noneOf(Promise.class);
        for (Promise promise : Promise.values()) {
            if (findings.result(promise).verdict() == Findings.Verdict.BROKEN) {
                broken.add(promise);
            }
        }
        return broken;
    }

    private static Stream<String> sentences(SampleHistory history) {
        return findings(history).result(Promise.NOT_FOUND_BELIEVED_LATE).examples().stream()
                .map(Object::toString);
    }
}
