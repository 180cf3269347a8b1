package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.proof.check.CaseCheck;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Attempts that may have taken effect: what may be concluded about them, and what must not be posted (ADR 26 to 29). */
class DoubtProofTest {
    private static final Outcome NOT_SENT = new Outcome.NotSent(Answer.none(Category.NOT_ATTEMPTED, "too_old", null));
    private static final Outcome BUSY =
            new Outcome.Retryable(SampleHistory.answer(Category.CLIENT_ERROR, 429), Outcome.Doubt.NONE);
    private static final Outcome CLOSED = new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "closed", null));
    private static final Outcome ERROR =
            new Outcome.Retryable(SampleHistory.answer(Category.SERVER_ERROR, 500), Outcome.Doubt.POSSIBLE);

    static Stream<Arguments> reports() {
        return Stream.of(
                arguments("unknown, then not sent", CLOSED, NOT_SENT, true),
                arguments("unknown, then busy", CLOSED, BUSY, true),
                arguments("position lost, then not sent", PositionLost.outcome(), NOT_SENT, true),
                arguments("an error, then not sent", ERROR, NOT_SENT, true),
                arguments("not sent, then unknown", NOT_SENT, CLOSED, false));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource("reports")
    void report_thatNothingWasMade_clearsNoDoubtReportedBefore(
            String name, Outcome first, Outcome second, boolean broken) {
        Answer believed = (first == NOT_SENT ? first : second).answer();
        for (String gateway : new String[] {"strict", "forgiving"}) {
            SampleHistory deferred =
                    new SampleHistory(gateway).attempt(1).report(1, first).report(1, second);
            deferred.fact(new Fact.AttemptDeferred(1, believed, Outcome.Doubt.NONE, deferred.now.plusSeconds(1)));
            assertThat(isBroken(Promise.DOUBT_NOT_CLEARED, deferred)).isEqualTo(broken);

            SampleHistory aborted =
                    new SampleHistory(gateway).attempt(1).report(1, first).report(1, second);
            aborted.settle(new Fact.Settled(Fact.Verdict.ABORTED, Fact.Ground.POLICY, 0, "used up", believed));
            assertThat(isBroken(Promise.DOUBT_NOT_CLEARED, aborted)).isEqualTo(broken);
        }
    }

    /** Silence is no report: it may be cleared. So may the doubt, by "not found". */
    @Test
    void doubt_fromSilenceOrClearedByNotFound_isSound() {
        SampleHistory silent = new SampleHistory("strict").attempt(1);
        silent.fact(new Fact.OutcomeUnknown(
                1, Answer.none(Category.NO_ANSWER, "no_report", null), silent.now.plusSeconds(5)));
        silent.report(1, NOT_SENT);
        silent.fact(new Fact.AttemptDeferred(1, NOT_SENT.answer(), Outcome.Doubt.NONE, silent.now.plusSeconds(1)));
        assertThat(verdict(Promise.DOUBT_NOT_CLEARED, silent)).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(verdict(Promise.DOUBT_NOT_CLEARED, SampleHistory.lostAndFoundMissing()))
                .isEqualTo(Findings.Verdict.KEPT);
    }

    static Stream<Arguments> ends() {
        Answer no = SampleHistory.answer(Category.CLIENT_ERROR, 402);
        return Stream.of(
                arguments(settled(Fact.Verdict.FAILED, Fact.Ground.ANSWER, "402", no), true),
                arguments(settled(Fact.Verdict.FAILED, Fact.Ground.VERIFICATION, "Gateway status: DECLINED", no), true),
                arguments(settled(Fact.Verdict.ABORTED, Fact.Ground.POLICY, "used up", no), true),
                arguments(settled(Fact.Verdict.EXPIRED, Fact.Ground.POLICY, "expired", no), true),
                arguments(settled(Fact.Verdict.CANCELLED, Fact.Ground.OPERATOR, "withdrawn", no), true),
                arguments(settled(Fact.Verdict.FAILED, Fact.Ground.OPERATOR, "nothing happened", no), false),
                arguments(
                        settled(Fact.Verdict.FAILED, Fact.Ground.VERIFICATION, "Gateway status: NOT_FOUND", no), false),
                arguments(settled(Fact.Verdict.SUCCEEDED, Fact.Ground.ANSWER, null, no), false));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("ends")
    void end_ofALaterAttempt_endsNoDoubtAboutAnEarlierOne(Fact.Settled end, boolean broken) {
        // Only what waits to be sent again can expire or be withdrawn.
        boolean waits = end.verdict() == Fact.Verdict.EXPIRED || end.verdict() == Fact.Verdict.CANCELLED;
        SampleHistory history = waits
                ? inDoubt()
                : new SampleHistory("strict")
                        .attempt(1)
                        .reaches(1)
                        .unknown()
                        .toPerson()
                        .accepted()
                        .attempt(2)
                        .unknown();
        history.settle(end);
        assertThat(FactHistory.of(history.facts).fault()).isNull();
        assertThat(isBroken(Promise.DOUBT_NOT_CLEARED, history)).isEqualTo(broken);
    }

    @Test
    void notSent_thatDidNotArrive_isKept() {
        SampleHistory history = new SampleHistory("strict").attempt(1).report(1, NOT_SENT);
        history.fact(new Fact.AttemptDeferred(1, NOT_SENT.answer(), Outcome.Doubt.NONE, history.now.plusSeconds(1)));
        history.pass(1).attempt(2).reaches(2).applies("e-1").succeeds(2);
        assertThat(verdict(Promise.NOT_SENT_IS_ABSENT, history)).isEqualTo(Findings.Verdict.KEPT);
    }

    @Test
    void positionLost_postedBeforeOrOnItsWay_isKept() {
        SampleHistory before =
                new SampleHistory("strict").attempt(1).reaches(1).pass(10).report(1, PositionLost.outcome());
        assertThat(verdict(Promise.LOST_POSITION_NOT_POSTED, before)).isEqualTo(Findings.Verdict.KEPT);
        // 1 s for the call, 2 s before the gateway, 500 ms between the clocks
        SampleHistory onItsWay = new SampleHistory("strict").attempt(1).report(1, PositionLost.outcome());
        assertThat(verdict(Promise.LOST_POSITION_NOT_POSTED, onItsWay.pass(3).reaches(1)))
                .isEqualTo(Findings.Verdict.KEPT);
        assertThat(verdict(Promise.LOST_POSITION_NOT_POSTED, onItsWay.pass(1).reaches(1)))
                .isEqualTo(Findings.Verdict.BROKEN);
    }

    @Test
    void positionLost_whilePostsMayBeOnTheirWay_isNotJudged() {
        SampleHistory history = new SampleHistory("strict").attempt(1).report(1, PositionLost.outcome());
        Findings findings = new Findings();
        CaseCheck.of(history.file(), history.context(history.now.plusSeconds(2)), findings);
        assertThat(findings.result(Promise.LOST_POSITION_NOT_POSTED).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(findings.result(Promise.LOST_POSITION_NOT_POSTED).skipped()).hasSize(1);
    }

    static Stream<Arguments> posts() {
        return Stream.of(
                arguments("once", neither(CLOSED), false),
                arguments("after it was busy", again(neither(BUSY), 2), false),
                arguments("after an unknown outcome", again(neither(CLOSED), 2), true),
                arguments("after \"not sent\", though it arrived", again(neither(NOT_SENT), 2), true),
                arguments("after an error", again(neither(ERROR), 2), true),
                arguments("one attempt twice", neither(BUSY).reaches(1), true),
                arguments("accepted", again(neither(CLOSED).toPerson().accepted(), 2), false),
                arguments(
                        "accepted once, posted three times",
                        again(again(neither(CLOSED).toPerson().accepted(), 2).report(2, BUSY), 3),
                        true));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("posts")
    void neither_postedAgain_isABreachUnlessItDidNothingOrAPersonAcceptedIt(
            String name, SampleHistory history, boolean broken) {
        assertThat(verdict(Promise.NEITHER_POSTED_ONCE, history))
                .isEqualTo(broken ? Findings.Verdict.BROKEN : Findings.Verdict.KEPT);
    }

    @Test
    void neither_ofAnotherClass_isNotExamined() {
        assertThat(verdict(Promise.NEITHER_POSTED_ONCE, SampleHistory.lostAndFoundMissing()))
                .isEqualTo(Findings.Verdict.NOT_CHECKED);
    }

    static Stream<Arguments> calls() {
        return Stream.of(
                arguments("the floor", 1, 4_000L, false),
                arguments("below the floor", 1, 3_999L, true),
                arguments("the whole", 1, 10_000L, false),
                arguments("longer than the settling time is counted from", 1, 10_001L, true),
                arguments("a repetition, the whole", 2, 10_000L, false),
                arguments("a repetition, cut short", 2, 9_999L, true));
    }

    /** {@code call_timeout: 10s, min_call_timeout: 4s} */
    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource("calls")
    void call_ofThisLength_isWithinBoundsOrNot(String name, int attempt, long millis, boolean broken) {
        SampleHistory history = new SampleHistory("neither");
        if (attempt == 2) {
            history.attempt(1).reaches(1).report(1, BUSY);
            history.fact(new Fact.AttemptDeferred(1, BUSY.answer(), Outcome.Doubt.NONE, history.now));
        }
        assertThat(isBroken(Promise.CALLS_IN_BOUNDS, history.attempt(attempt, millis)))
                .isEqualTo(broken);
    }

    /** Commands of these histories last for 2 s. */
    @Test
    void command_beyondTheRequestsExpiry_isABreach() {
        assertThat(isBroken(
                        Promise.CALLS_IN_BOUNDS,
                        new SampleHistory("strict", SampleHistory.START.plusSeconds(3)).attempt(1)))
                .isFalse();
        assertThat(isBroken(
                        Promise.CALLS_IN_BOUNDS,
                        new SampleHistory("strict", SampleHistory.START.plusSeconds(1)).attempt(1)))
                .isTrue();
    }

    /** The gateway remembers the key for an hour; the post may be there 1 s for the call and ten minutes of settling time later. */
    @Test
    void keyMemory_endsBeforeTheLastPostMayArrive_isABreach() {
        assertThat(isBroken(Promise.WITHIN_KEY_MEMORY, inDoubtFor(2_990))).isFalse();
        assertThat(isBroken(Promise.WITHIN_KEY_MEMORY, inDoubtFor(3_000))).isTrue();
    }

    private static SampleHistory inDoubtFor(long seconds) {
        return inDoubt().pass(seconds).attempt(2);
    }

    /** To be sent again, at a gateway that recognises it. */
    private static SampleHistory inDoubt() {
        SampleHistory history = new SampleHistory("forgiving").attempt(1).report(1, ERROR);
        return history.fact(new Fact.AttemptDeferred(1, ERROR.answer(), Outcome.Doubt.POSSIBLE, history.now));
    }

    private static SampleHistory neither(Outcome outcome) {
        return new SampleHistory("neither").attempt(1).reaches(1).report(1, outcome);
    }

    private static SampleHistory again(SampleHistory history, int attempt) {
        return history.attempt(attempt).reaches(attempt);
    }

    private static Fact.Settled settled(Fact.Verdict verdict, Fact.Ground ground, String reason, Answer answer) {
        return new Fact.Settled(verdict, ground, ground == Fact.Ground.ANSWER ? 2 : 0, reason, answer);
    }

    private static boolean isBroken(Promise promise, SampleHistory history) {
        return verdict(promise, history) == Findings.Verdict.BROKEN;
    }

    private static Findings.Verdict verdict(Promise promise, SampleHistory history) {
        Findings findings = new Findings();
        CaseCheck.of(history.file(), history.context(), findings);
        return findings.result(promise).verdict();
    }
}
