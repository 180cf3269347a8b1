package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.proof.check.AlertChecks;
import dev.kakutei.proof.check.Examination;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever needs a person raised an alarm, and an alert covers it. */
class AlertedProofTest {
    private static final Answer NOTHING = Answer.none(Category.UNKNOWN, "x", null);

    static Stream<Arguments> needs() {
        return Stream.of(
                need("verification_failed", "waits for a person", () -> person(story("strict"))),
                need(
                        "decision_failed",
                        "its rules failed",
                        () -> story("strict")
                                .fact(new Fact.VerificationFailed(
                                        "a bug", Answer.none(Category.UNKNOWN, "decision_failed", null)))
                                .raise("verification_failed")),
                need(
                        "contradiction",
                        "contradicted",
                        () -> Story.declined()
                                .fact(new Fact.Contradicted(1, "it succeeded", Story.answer(Category.OK, 201)))),
                need(
                        "attempts_used_up",
                        "given up",
                        () -> story("strict")
                                .settle(new Fact.Settled(
                                        Fact.Verdict.ABORTED,
                                        Fact.Ground.POLICY,
                                        0,
                                        "3 attempts are used up",
                                        NOTHING))),
                need("perhaps_twice", "a second effect was accepted", () -> {
                    Story story = story("neither").toPerson().accepted();
                    story.alarms.remove(1);
                    return story;
                }),
                need(
                        "perhaps_twice",
                        "a success after that",
                        () -> story("neither")
                                .toPerson()
                                .accepted()
                                .attempt(2)
                                .pass(9)
                                .succeeds(2)),
                need(
                        "perhaps_twice",
                        "an earlier attempt's success",
                        () -> story("strict").attempt(2).succeeds(1)),
                need("perhaps_twice", "found while an attempt is under way", () -> found("strict")),
                need(
                        "position_lost",
                        "a position was lost",
                        () -> new Story("strict").attempt(1).report(1, PositionLost.outcome())),
                need("approval_overdue", "not approved in time", AlertedProofTest::overdue));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("needs")
    void raised_orNot_isKeptOrBroken(String cause, String name, Supplier<Story> history) {
        assertThat(verdict(Promise.ALARM_RAISED, history.get().raise(cause))).isEqualTo(Findings.Verdict.KEPT);
        Findings missing = findings(history.get());
        assertThat(missing.account(Promise.ALARM_RAISED).violations()).isEqualTo(1);
        assertThat(missing.account(Promise.ALARM_RAISED).examples().toString()).contains(cause);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("needs")
    void covered_orNot_isKeptOrBroken(String cause, String name, Supplier<Story> history) {
        assertThat(verdict(Promise.ALERTED, history.get().raise(cause))).isEqualTo(Findings.Verdict.KEPT);
        Story story = history.get().raiseUnheard(cause);
        Terms none = terms(story, new AlertPeriods.Collector(), Story.START.plusSeconds(3600));
        assertThat(findings(story, none).account(Promise.ALERTED).verdict()).isEqualTo(Findings.Verdict.BROKEN);
    }

    @Test
    void nothing_thatNeedsNobody_isExamined() {
        for (Story story : List.of(Story.straight(), Story.declined(), found("forgiving"))) {
            assertThat(verdict(Promise.ALARM_RAISED, story)).isEqualTo(Findings.Verdict.NOT_CHECKED);
            assertThat(verdict(Promise.ALERTED, story)).isEqualTo(Findings.Verdict.NOT_CHECKED);
        }
    }

    @Test
    void raised_anotherTimeOrGateway_isNotThisOne() {
        Story later = person(story("strict"));
        later.pass(30).raise("verification_failed");
        assertThat(verdict(Promise.ALARM_RAISED, later)).isEqualTo(Findings.Verdict.BROKEN);

        Story elsewhere = person(story("strict"));
        elsewhere.alarms.add(
                new Alert("x", Alert.Severity.HIGH, "verification_failed", Story.ID, "forgiving", "x", elsewhere.now));
        assertThat(verdict(Promise.ALARM_RAISED, elsewhere)).isEqualTo(Findings.Verdict.BROKEN);

        Story cleared = person(story("strict"));
        cleared.alarms.add(new Alert(
                "x",
                Alert.Severity.LOW,
                "verification_failed",
                Story.ID,
                "strict",
                "x",
                cleared.now,
                null,
                null,
                null,
                cleared.now));
        assertThat(verdict(Promise.ALARM_RAISED, cleared)).isEqualTo(Findings.Verdict.BROKEN);
    }

    /** The ledger comes to a report when it comes to it. */
    @Test
    void positionLost_raisedLater_isRaised() {
        Story story = new Story("strict").attempt(1).report(1, PositionLost.outcome());
        assertThat(verdict(Promise.ALARM_RAISED, story.pass(300).raise("position_lost")))
                .isEqualTo(Findings.Verdict.KEPT);
    }

    /** The ledger may have forgotten the request by then, and the alarm names neither it nor its gateway. */
    @Test
    void positionLost_ofASettledRequest_isNotJudgedByItsOwnAlarm() {
        Story story = Story.straight().pass(60).report(1, PositionLost.outcome());
        story.alerts.add("position_lost/", story.now, null);
        Findings findings = findings(story);
        assertThat(findings.account(Promise.ALARM_RAISED).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(findings.account(Promise.ALARM_RAISED).skipped()).hasSize(1);
        assertThat(findings.account(Promise.ALERTED).verdict()).isEqualTo(Findings.Verdict.KEPT);
    }

    @Test
    void raised_beforeWhatTheTopicKeeps_isNotChecked() {
        Story story = person(story("strict"));
        assertThat(since(Promise.Source.ALARMS, story, story.now.minusSeconds(60))
                        .account(Promise.ALARM_RAISED)
                        .verdict())
                .isEqualTo(Findings.Verdict.BROKEN);
        Findings.Account forgotten =
                since(Promise.Source.ALARMS, story, story.now.plusSeconds(60)).account(Promise.ALARM_RAISED);
        assertThat(forgotten.verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(forgotten.skipped()).containsEntry("older than what is kept of the alarms", 1L);
    }

    @Test
    void covered_beforeWhatTheTopicKeeps_isNotCheckedUnlessARowShowsIt() {
        Story story = person(story("strict"));
        Findings.Account forgotten =
                since(Promise.Source.ALERTS, story, story.now.plusSeconds(60)).account(Promise.ALERTED);
        assertThat(forgotten.verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(forgotten.skipped()).containsEntry("older than what is kept of the alerts", 1L);
        story.raise("verification_failed");
        assertThat(since(Promise.Source.ALERTS, story, story.now.plusSeconds(60))
                        .account(Promise.ALERTED)
                        .verdict())
                .isEqualTo(Findings.Verdict.KEPT);
    }

    @Test
    void needs_withinTheGrace_areNotJudged() {
        for (Story story :
                List.of(person(story("strict")), new Story("strict").attempt(1).report(1, PositionLost.outcome()))) {
            Findings findings = findings(story, story.terms(story.now.plusSeconds(10)));
            for (Promise promise : List.of(Promise.ALARM_RAISED, Promise.ALERTED)) {
                assertThat(findings.account(promise).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
                assertThat(findings.account(promise).skipped()).containsEntry("moved while it was read", 1L);
            }
        }
    }

    /** @param begins seconds after the request came to wait; it waits for 100 s, or still does */
    static Stream<Arguments> periods() {
        return Stream.of(
                arguments("open before and still", -50, null, true, true),
                arguments("open before, ended before", -50, -10, false, false),
                arguments("open before, ended while it waited", -50, 50, false, false),
                arguments("open before, ended when it had left", -50, 100, true, false),
                arguments("begun later, ended when it had left", 30, 101, true, false),
                arguments("begun after it had left", 200, 300, true, false),
                arguments("begun when the alarm was long gone", 2 * 86_400, null, false, false));
    }

    @ParameterizedTest(name = "{0}: {3}, {4} while it waits")
    @MethodSource("periods")
    void alert_byWhenItWasOpen_coversARequestThatWaited(
            String name, int begins, Integer ends, boolean hasLeft, boolean stillWaits) {
        Story left = person(story("strict"));
        Instant came = left.now;
        Answer ok = Story.answer(Category.OK, 200);
        left.pass(100).settle(new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.OPERATOR, 0, null, ok));
        assertThat(covered(left, came, begins, ends)).isEqualTo(hasLeft);
        assertThat(covered(person(story("strict")), came, begins, ends)).isEqualTo(stillWaits);
    }

    @Test
    void alert_endedWhileARequestStillWaits_isNamedAsThat() {
        Story story = person(story("strict"));
        story.alerts.add("verification_failed/strict", story.now, story.now.plusSeconds(10));
        assertThat(findings(story).account(Promise.ALERTED).examples().toString())
                .contains("was ended before");
    }

    @Test
    void alarm_ofNoRequest_mustBeCovered() {
        Story story = Story.straight();
        Alert alarm = new Alert("q", Alert.Severity.HIGH, "quarantined_record", null, null, "x", story.now);
        assertThat(examined(alarm, story)).isEqualTo(Findings.Verdict.BROKEN);
        story.alerts.add("quarantined_record/", story.now.plusSeconds(2), null);
        assertThat(examined(alarm, story)).isEqualTo(Findings.Verdict.KEPT);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void stored_againstItsTopic_isKeptOrBroken(String name, AlertState stored, Findings.Verdict verdict) {
        Instant at = Story.START;
        AlertState published = state(at, at.plusSeconds(5));
        Findings findings = new Findings();
        AlertChecks.stored(published, stored, at.plusSeconds(60), findings);
        assertThat(findings.account(Promise.ALERTS_STORED).verdict()).isEqualTo(verdict);
    }

    static Stream<Arguments> rows() {
        Instant at = Story.START;
        return Stream.of(
                arguments("the same", state(at, at.plusSeconds(5)), Findings.Verdict.KEPT),
                arguments("a later message", state(at.plusSeconds(9), at.plusSeconds(9)), Findings.Verdict.KEPT),
                arguments("no row", null, Findings.Verdict.BROKEN),
                arguments("an older message", state(at.minusSeconds(1), null), Findings.Verdict.BROKEN),
                arguments("still open", state(at, null), Findings.Verdict.BROKEN));
    }

    @Test
    void stored_withinTheGraceOrForgottenByTheTopic_isNotJudged() {
        AlertState state = state(Story.START, null);
        Findings findings = new Findings();
        AlertChecks.stored(state, null, Story.START.minusSeconds(1), findings);
        AlertChecks.stored(null, state, Story.START.plusSeconds(1), findings);
        assertThat(findings.account(Promise.ALERTS_STORED).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
    }

    private static AlertState state(Instant at, Instant resolvedAt) {
        return new AlertState("a", "contradiction", "strict", Story.START.minusSeconds(60), at, resolvedAt);
    }

    private static Findings.Verdict examined(Alert alarm, Story story) {
        Findings findings = new Findings();
        AlertChecks.examine(alarm, story.terms(), findings);
        return findings.account(Promise.ALERTED).verdict();
    }

    private static boolean covered(Story story, Instant came, int begins, Integer ends) {
        AlertPeriods.Collector alerts = new AlertPeriods.Collector();
        alerts.add(
                "verification_failed/strict", came.plusSeconds(begins), ends == null ? null : came.plusSeconds(ends));
        return findings(story, terms(story, alerts, came.plus(Duration.ofDays(3))))
                        .account(Promise.ALERTED)
                        .verdict()
                == Findings.Verdict.KEPT;
    }

    private static Arguments need(String cause, String name, Supplier<Story> history) {
        return arguments(cause, name, history);
    }

    /** Sent, and unknown. */
    private static Story story(String gateway) {
        return new Story(gateway).attempt(1).reaches(1).unknown();
    }

    private static Story person(Story story) {
        return story.fact(new Fact.VerificationFailed("unknown", NOTHING));
    }

    private static Story found(String gateway) {
        Story story = story(gateway).pass(6).inquiry(1).attempt(2);
        Answer ok = Story.answer(Category.OK, 200);
        story.reports.add(new Report.InquiryReport(Story.ID, 1, gateway, "s", story.now, Finding.SUCCEEDED, ok));
        return story.settle(new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.VERIFICATION, 0, null, ok));
    }

    private static Story overdue() {
        Story story = new Story("strict");
        return story.fact(new ApprovalFact.Requested("large", 1, story.now.plusSeconds(10), ApprovalFact.Lapse.ALERT))
                .pass(10)
                .fact(new ApprovalFact.Overdue(1));
    }

    private static Findings since(Promise.Source source, Story story, Instant from) {
        Terms all = story.terms();
        Map<Promise.Source, Instant> since = new EnumMap<>(all.since());
        since.put(source, from);
        return findings(
                story,
                new Terms(
                        all.gateways(),
                        since,
                        all.books(),
                        all.postBooks(),
                        all.alerts(),
                        all.alarmsKept(),
                        all.now(),
                        all.grace(),
                        all.skew(),
                        null));
    }

    private static Terms terms(Story story, AlertPeriods.Collector alerts, Instant readAt) {
        Terms all = story.terms(readAt);
        return new Terms(
                all.gateways(),
                all.since(),
                all.books(),
                all.postBooks(),
                alerts.done(),
                all.alarmsKept(),
                all.now(),
                all.grace(),
                all.skew(),
                null);
    }

    private static Findings.Verdict verdict(Promise promise, Story story) {
        return findings(story).account(promise).verdict();
    }

    private static Findings findings(Story story) {
        return findings(story, story.terms());
    }

    private static Findings findings(Story story, Terms terms) {
        Findings findings = new Findings();
        Examination.of(story.file(), terms, findings);
        return findings;
    }
}
