package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.proof.check.AlertChecks;
import dev.kakutei.proof.check.CaseCheck;
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
                need("verification_failed", "waits for a person", () -> person(history("strict"))),
                need(
                        "decision_failed",
                        "its rules failed",
                        () -> history("strict")
                                .fact(new Fact.VerificationFailed(
                                        "a bug", Answer.none(Category.UNKNOWN, "decision_failed", null)))
                                .raise("verification_failed")),
                need(
                        "contradiction",
                        "contradicted",
                        () -> SampleHistory.declined()
                                .fact(new Fact.Contradicted(
                                        1, "it succeeded", SampleHistory.answer(Category.OK, 201)))),
                need(
                        "attempts_used_up",
                        "given up",
                        () -> history("strict")
                                .settle(new Fact.Settled(
                                        Fact.Verdict.ABORTED,
                                        Fact.Ground.POLICY,
                                        0,
                                        "3 attempts are used up",
                                        NOTHING))),
                need("perhaps_twice", "a second effect was accepted", () -> {
                    SampleHistory history = history("neither").toPerson().accepted();
                    history.alarms.remove(1);
                    return history;
                }),
                need(
                        "perhaps_twice",
                        "a success after that",
                        () -> history("neither")
                                .toPerson()
                                .accepted()
                                .attempt(2)
                                .pass(9)
                                .succeeds(2)),
                need(
                        "perhaps_twice",
                        "an earlier attempt's success",
                        () -> history("strict").attempt(2).succeeds(1)),
                need("perhaps_twice", "found while an attempt is under way", () -> found("strict")),
                need(
                        "position_lost",
                        "a position was lost",
                        () -> new SampleHistory("strict").attempt(1).report(1, PositionLost.outcome())),
                need("approval_overdue", "not approved in time", AlertedProofTest::overdue));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("needs")
    void raised_orNot_isKeptOrBroken(String cause, String name, Supplier<SampleHistory> history) {
        assertThat(verdict(Promise.ALARM_RAISED, history.get().raise(cause))).isEqualTo(Findings.Verdict.KEPT);
        Findings missing = findings(history.get());
        assertThat(missing.result(Promise.ALARM_RAISED).violations()).isEqualTo(1);
        assertThat(missing.result(Promise.ALARM_RAISED).examples().toString()).contains(cause);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("needs")
    void covered_orNot_isKeptOrBroken(String cause, String name, Supplier<SampleHistory> supplier) {
        assertThat(verdict(Promise.ALERTED, supplier.get().raise(cause))).isEqualTo(Findings.Verdict.KEPT);
        SampleHistory history = supplier.get().raiseUnheard(cause);
        ProofContext none = context(history, new AlertPeriods.Collector(), SampleHistory.START.plusSeconds(3600));
        assertThat(findings(history, none).result(Promise.ALERTED).verdict()).isEqualTo(Findings.Verdict.BROKEN);
    }

    @Test
    void nothing_thatNeedsNoPerson_isExamined() {
        for (SampleHistory history : List.of(SampleHistory.straight(), SampleHistory.declined(), found("forgiving"))) {
            assertThat(verdict(Promise.ALARM_RAISED, history)).isEqualTo(Findings.Verdict.NOT_CHECKED);
            assertThat(verdict(Promise.ALERTED, history)).isEqualTo(Findings.Verdict.NOT_CHECKED);
        }
    }

    @Test
    void raised_anotherTimeOrGateway_isNotThisOne() {
        SampleHistory later = person(history("strict"));
        later.pass(30).raise("verification_failed");
        assertThat(verdict(Promise.ALARM_RAISED, later)).isEqualTo(Findings.Verdict.BROKEN);

        SampleHistory elsewhere = person(history("strict"));
        elsewhere.alarms.add(new Alert(
                "x", Alert.Severity.HIGH, "verification_failed", SampleHistory.ID, "forgiving", "x", elsewhere.now));
        assertThat(verdict(Promise.ALARM_RAISED, elsewhere)).isEqualTo(Findings.Verdict.BROKEN);

        SampleHistory cleared = person(history("strict"));
        cleared.alarms.add(new Alert(
                "x",
                Alert.Severity.LOW,
                "verification_failed",
                SampleHistory.ID,
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
        SampleHistory history = new SampleHistory("strict").attempt(1).report(1, PositionLost.outcome());
        assertThat(verdict(Promise.ALARM_RAISED, history.pass(300).raise("position_lost")))
                .isEqualTo(Findings.Verdict.KEPT);
    }

    /** The ledger may have forgotten the request by then, and the alarm names neither it nor its gateway. */
    @Test
    void positionLost_ofASettledRequest_isNotJudgedByItsOwnAlarm() {
        SampleHistory history = SampleHistory.straight().pass(60).report(1, PositionLost.outcome());
        history.alerts.add("position_lost/", history.now, null);
        Findings findings = findings(history);
        assertThat(findings.result(Promise.ALARM_RAISED).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(findings.result(Promise.ALARM_RAISED).skipped()).hasSize(1);
        assertThat(findings.result(Promise.ALERTED).verdict()).isEqualTo(Findings.Verdict.KEPT);
    }

    @Test
    void raised_beforeWhatTheTopicKeeps_isNotChecked() {
        SampleHistory history = person(history("strict"));
        assertThat(since(Promise.Source.ALARMS, history, history.now.minusSeconds(60))
                        .result(Promise.ALARM_RAISED)
                        .verdict())
                .isEqualTo(Findings.Verdict.BROKEN);
        Findings.PromiseResult forgotten = since(Promise.Source.ALARMS, history, history.now.plusSeconds(60))
                .result(Promise.ALARM_RAISED);
        assertThat(forgotten.verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(forgotten.skipped()).containsEntry("older than what is kept of the alarms", 1L);
    }

    @Test
    void covered_beforeWhatTheTopicKeeps_isNotCheckedUnlessARowShowsIt() {
        SampleHistory history = person(history("strict"));
        Findings.PromiseResult forgotten = since(Promise.Source.ALERTS, history, history.now.plusSeconds(60))
                .result(Promise.ALERTED);
        assertThat(forgotten.verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(forgotten.skipped()).containsEntry("older than what is kept of the alerts", 1L);
        history.raise("verification_failed");
        assertThat(since(Promise.Source.ALERTS, history, history.now.plusSeconds(60))
                        .result(Promise.ALERTED)
                        .verdict())
                .isEqualTo(Findings.Verdict.KEPT);
    }

    @Test
    void needs_withinTheGrace_areNotJudged() {
        for (SampleHistory history : List.of(
                person(history("strict")),
                new SampleHistory("strict").attempt(1).report(1, PositionLost.outcome()))) {
            Findings findings = findings(history, history.context(history.now.plusSeconds(10)));
            for (Promise promise : List.of(Promise.ALARM_RAISED, Promise.ALERTED)) {
                assertThat(findings.result(promise).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
                assertThat(findings.result(promise).skipped()).containsEntry("moved while it was read", 1L);
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
        SampleHistory left = person(history("strict"));
        Instant came = left.now;
        Answer ok = SampleHistory.answer(Category.OK, 200);
        left.pass(100).settle(new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.OPERATOR, 0, null, ok));
        assertThat(covered(left, came, begins, ends)).isEqualTo(hasLeft);
        assertThat(covered(person(history("strict")), came, begins, ends)).isEqualTo(stillWaits);
    }

    @Test
    void alert_endedWhileARequestStillWaits_isNamedAsThat() {
        SampleHistory history = person(history("strict"));
        history.alerts.add("verification_failed/strict", history.now, history.now.plusSeconds(10));
        assertThat(findings(history).result(Promise.ALERTED).examples().toString())
                .contains("was ended before");
    }

    @Test
    void alarm_ofNoRequest_mustBeCovered() {
        SampleHistory history = SampleHistory.straight();
        Alert alarm = new Alert("q", Alert.Severity.HIGH, "quarantined_record", null, null, "x", history.now);
        assertThat(examined(alarm, history)).isEqualTo(Findings.Verdict.BROKEN);
        history.alerts.add("quarantined_record/", history.now.plusSeconds(2), null);
        assertThat(examined(alarm, history)).isEqualTo(Findings.Verdict.KEPT);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void stored_againstItsTopic_isKeptOrBroken(String name, AlertState stored, Findings.Verdict verdict) {
        Instant at = SampleHistory.START;
        AlertState published = state(at, at.plusSeconds(5));
        Findings findings = new Findings();
        AlertChecks.stored(published, stored, at.plusSeconds(60), findings);
        assertThat(findings.result(Promise.ALERTS_STORED).verdict()).isEqualTo(verdict);
    }

    static Stream<Arguments> rows() {
        Instant at = SampleHistory.START;
        return Stream.of(
                arguments("the same", state(at, at.plusSeconds(5)), Findings.Verdict.KEPT),
                arguments("a later message", state(at.plusSeconds(9), at.plusSeconds(9)), Findings.Verdict.KEPT),
                arguments("no row", null, Findings.Verdict.BROKEN),
                arguments("an older message", state(at.minusSeconds(1), null), Findings.Verdict.BROKEN),
                arguments("still open", state(at, null), Findings.Verdict.BROKEN));
    }

    @Test
    void stored_withinTheGraceOrExpiredFromTheTopic_isNotJudged() {
        AlertState state = state(SampleHistory.START, null);
        Findings findings = new Findings();
        AlertChecks.stored(state, null, SampleHistory.START.minusSeconds(1), findings);
        AlertChecks.stored(null, state, SampleHistory.START.plusSeconds(1), findings);
        assertThat(findings.result(Promise.ALERTS_STORED).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
    }

    private static AlertState state(Instant at, Instant resolvedAt) {
        return new AlertState("a", "contradiction", "strict", SampleHistory.START.minusSeconds(60), at, resolvedAt);
    }

    private static Findings.Verdict examined(Alert alarm, SampleHistory history) {
        Findings findings = new Findings();
        AlertChecks.examine(alarm, history.context(), findings);
        return findings.result(Promise.ALERTED).verdict();
    }

    private static boolean covered(SampleHistory history, Instant came, int begins, Integer ends) {
        AlertPeriods.Collector alerts = new AlertPeriods.Collector();
        alerts.add(
                "verification_failed/strict", came.plusSeconds(begins), ends == null ? null : came.plusSeconds(ends));
        return findings(history, context(history, alerts, came.plus(Duration.ofDays(3))))
                        .result(Promise.ALERTED)
                        .verdict()
                == Findings.Verdict.KEPT;
    }

    private static Arguments need(String cause, String name, Supplier<SampleHistory> history) {
        return arguments(cause, name, history);
    }

    /** Sent, and unknown. */
    private static SampleHistory history(String gateway) {
        return new SampleHistory(gateway).attempt(1).reaches(1).unknown();
    }

    private static SampleHistory person(SampleHistory history) {
        return history.fact(new Fact.VerificationFailed("unknown", NOTHING));
    }

    private static SampleHistory found(String gateway) {
        SampleHistory history = history(gateway).pass(6).inquiry(1).attempt(2);
        Answer ok = SampleHistory.answer(Category.OK, 200);
        history.reports.add(
                new Report.InquiryReport(SampleHistory.ID, 1, gateway, "s", history.now, Finding.SUCCEEDED, ok));
        return history.settle(new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.VERIFICATION, 0, null, ok));
    }

    private static SampleHistory overdue() {
        SampleHistory history = new SampleHistory("strict");
        return history.fact(
                        new ApprovalFact.Requested("large", 1, history.now.plusSeconds(10), ApprovalFact.Lapse.ALERT))
                .pass(10)
                .fact(new ApprovalFact.Overdue(1));
    }

    private static Findings since(Promise.Source source, SampleHistory history, Instant from) {
        ProofContext all = history.context();
        Map<Promise.Source, Instant> since = new EnumMap<>(all.since());
        since.put(source, from);
        return findings(
                history,
                new ProofContext(
                        all.gateways(),
                        since,
                        all.journals(),
                        all.journalsWithPosts(),
                        all.alerts(),
                        all.alarmsKept(),
                        all.now(),
                        all.grace(),
                        all.skew(),
                        null,
                        null));
    }

    private static ProofContext context(SampleHistory history, AlertPeriods.Collector alerts, Instant readAt) {
        ProofContext all = history.context(readAt);
        return new ProofContext(
                all.gateways(),
                all.since(),
                all.journals(),
                all.journalsWithPosts(),
                alerts.done(),
                all.alarmsKept(),
                all.now(),
                all.grace(),
                all.skew(),
                null,
                null);
    }

    private static Findings.Verdict verdict(Promise promise, SampleHistory history) {
        return findings(history).result(promise).verdict();
    }

    private static Findings findings(SampleHistory history) {
        return findings(history, history.context());
    }

    private static Findings findings(SampleHistory history, ProofContext context) {
        Findings findings = new Findings();
        CaseCheck.of(history.file(), context, findings);
        return findings;
    }
}
