package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.proof.check.Examination;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
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
                arguments("answered 202", (Consumer<Story>) story -> {
                    report(story, ACKNOWLEDGED);
                    story.fact(new Fact.OutcomeUnknown(1, ACKNOWLEDGED, story.now.plusSeconds(5)));
                }),
                arguments("answered 202 after all, late", (Consumer<Story>) story -> {
                    story.fact(new Fact.OutcomeUnknown(1, silence(), story.now.plusSeconds(5)));
                    report(story, ACKNOWLEDGED);
                    story.fact(new LateFact.Acknowledged(1, ACKNOWLEDGED));
                }),
                arguments("answered 202, and the ledger dropped it", (Consumer<Story>) story -> {
                    story.fact(new Fact.OutcomeUnknown(1, silence(), story.now.plusSeconds(5)));
                    report(story, ACKNOWLEDGED);
                }),
                arguments("said to be pending", (Consumer<Story>) story -> {
                    story.unknown().pass(6).inquiry(1);
                    story.fact(new Fact.InquiryInconclusive(1, Finding.PENDING, PENDING, 0, story.now.plusSeconds(1)));
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acknowledgements")
    void acknowledged_settledAsNotFound_isAViolation(String name, Consumer<Story> acknowledgement) {
        Story story = begun(acknowledgement);
        int inquiry = inquiry(story);
        story.pass(6).inquiry(inquiry).notFound(inquiry, 0, 6);
        story.pass(6).inquiry(inquiry + 1);
        Answer missing = story.asked(inquiry + 1);
        story.settle(new Fact.Settled(
                Fact.Verdict.FAILED, Fact.Ground.VERIFICATION, 0, "Gateway status: NOT_FOUND", missing));

        assertThat(sentences(story)).anyMatch(sentence -> sentence.contains("acknowledged"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acknowledgements")
    void acknowledged_sentAgain_isAViolation(String name, Consumer<Story> acknowledgement) {
        Story story = begun(acknowledgement);
        int inquiry = inquiry(story);
        story.pass(6).inquiry(inquiry);
        Answer missing = story.asked(inquiry);
        story.fact(new Fact.AttemptDeferred(1, missing, Outcome.Doubt.NONE, story.now.plusSeconds(1)));

        assertThat(sentences(story)).anyMatch(sentence -> sentence.contains("acknowledged"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acknowledgements")
    void acknowledged_counted_isAViolation(String name, Consumer<Story> acknowledgement) {
        Story story = begun(acknowledgement);
        int inquiry = inquiry(story);
        story.pass(6).inquiry(inquiry).notFound(inquiry, 1, 6);

        assertThat(sentences(story)).anyMatch(sentence -> sentence.contains("acknowledged"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acknowledgements")
    void acknowledged_leftToAPerson_isSound(String name, Consumer<Story> acknowledgement) {
        Story story = begun(acknowledgement);
        int inquiry = inquiry(story);
        story.pass(6).inquiry(inquiry).notFound(inquiry, 0, 6);
        story.toPerson();

        assertThat(broken(story)).isEmpty();
    }

    @Test
    void acknowledged_onlyAfterNotFoundWasBelieved_isNoViolationOfThisPromise() {
        Story story = Story.lostAndFoundMissing();
        report(story, ACKNOWLEDGED);

        assertThat(broken(story)).isEmpty();
    }

    private static Story begun(Consumer<Story> acknowledgement) {
        Story story = new Story("strict").attempt(1).reaches(1);
        acknowledgement.accept(story);
        return story;
    }

    private static int inquiry(Story story) {
        return Life.of(story.facts).now().orElseThrow().verificationAttempts() + 1;
    }

    private static void report(Story story, Answer answer) {
        story.reports.add(
                new Report.AttemptReport(Story.ID, 1, story.gateway, "s", story.now, new Outcome.Unknown(answer)));
    }

    private static Answer silence() {
        return Answer.none(Category.NO_ANSWER, "no_report", "nothing was heard");
    }

    private static Findings findings(Story story) {
        Findings findings = new Findings();
        Examination.of(story.file(), story.terms(), findings);
        return findings;
    }

    private static Set<Promise> broken(Story story) {
        Findings findings = findings(story);
        Set<Promise> broken = EnumSet.noneOf(Promise.class);
        for (Promise promise : Promise.values()) {
            if (findings.account(promise).verdict() == Findings.Verdict.BROKEN) {
                broken.add(promise);
            }
        }
        return broken;
    }

    private static Stream<String> sentences(Story story) {
        return findings(story).account(Promise.NOT_FOUND_BELIEVED_LATE).examples().stream()
                .map(Object::toString);
    }
}
