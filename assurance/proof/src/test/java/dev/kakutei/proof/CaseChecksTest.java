package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.proof.check.CaseCheck;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every check of a single request: histories that it lets pass, and histories that it must not. */
class CaseChecksTest {
    private static final Set<Promise> NOT_OF_ONE_REQUEST = EnumSet.of(
            Promise.ONE_REQUEST_PER_KEY,
            Promise.ONE_EFFECT_PER_KEY,
            Promise.NOTHING_LOST,
            Promise.SNAPSHOT_IS_FOLD,
            Promise.ALERTS_STORED,
            Promise.NO_HANGING_TRANSACTION,
            Promise.SLOT_CAUGHT_UP);
    private static final Outcome NOT_SENT = new Outcome.NotSent(Answer.none(Category.NOT_ATTEMPTED, "too_old", null));

    static Stream<Arguments> sound() {
        return Stream.of(
                arguments("straight", SampleHistory.straight()),
                arguments("declined", SampleHistory.declined()),
                arguments("lost, looked for twice, sent again", SampleHistory.lostAndFoundMissing()),
                arguments("busy, and came back in time", SampleHistory.busy("strict")),
                arguments("busy at a forgiving one", SampleHistory.busy("forgiving")),
                arguments("sent again by a person", sentAgainByPerson()),
                arguments(
                        "expired on the way",
                        new SampleHistory("strict")
                                .settle(new Fact.Settled(
                                        Fact.Verdict.EXPIRED, Fact.Ground.POLICY, 0, "expired", null))),
                arguments("pending at the gateway, refused in the end", refusedInTheEnd()),
                arguments("held, returned, changed, approved", held("approver:carol")),
                arguments("waits for a person", waitsForPerson()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sound")
    void check_soundHistory_findsNothing(String name, SampleHistory history) {
        assertThat(broken(history)).isEmpty();
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                spoilt(Promise.ONE_EFFECT, "two effects", SampleHistory.straight(), history -> history.applies("e-9")),
                spoilt(Promise.ONE_EFFECT, "one id twice", SampleHistory.straight(), history -> history.applies("e-1")),
                spoilt(
                        Promise.OUTCOMES_TRUE,
                        "succeeded without effect",
                        SampleHistory.straight(),
                        history -> history.lines.remove(1)),
                spoilt(
                        Promise.OUTCOMES_TRUE,
                        "failed with effect",
                        SampleHistory.declined(),
                        history -> history.applies("e-9")),
                spoilt(Promise.OUTCOMES_TRUE, "succeeded, and still pending", SampleHistory.straight(), history -> {
                    history.lines.remove(1);
                    history.line(GatewayLine.Type.APPLIED, 1, "e-1", "PENDING");
                }),
                spoilt(
                        Promise.OUTCOMES_TRUE,
                        "failed, and still pending",
                        SampleHistory.declined(),
                        history -> history.line(GatewayLine.Type.APPLIED, 1, "e-9", "PENDING")),
                spoilt(Promise.NOTHING_UNASKED, "never accepted", SampleHistory.straight(), history -> {
                    history.facts.clear();
                    history.events.clear();
                }),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "another amount",
                        SampleHistory.straight(),
                        history ->
                                change(history, line -> line(line, "1200.01", "JPY", line.digest(), line.journal()))),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "another currency",
                        SampleHistory.straight(),
                        history ->
                                change(history, line -> line(line, "1200.00", "USD", line.digest(), line.journal()))),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "in a stranger's journal",
                        SampleHistory.straight(),
                        history -> change(history, line -> line(line, "1200.00", "JPY", line.digest(), "stranger"))),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "two bodies",
                        SampleHistory.lostAndFoundMissing(),
                        history -> history.lines.set(
                                0, line(history.lines.get(0), "1200.00", "JPY", "other", SampleHistory.JOURNAL))),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "commanded with another document",
                        SampleHistory.straight(),
                        history -> {
                            Command.Send send = (Command.Send) history.commands.remove(0);
                            history.commands.add(new Command.Send(
                                    SampleHistory.ID,
                                    RequestKind.PAYMENT,
                                    history.gateway,
                                    1,
                                    send.issuedAt(),
                                    send.notAfter(),
                                    1000,
                                    null,
                                    Json.MAPPER.createObjectNode().put("amount", "1200.01"),
                                    null,
                                    0));
                        }),
                spoilt(
                        Promise.FACTS_DENSE,
                        "a fact missing",
                        SampleHistory.straight(),
                        history -> history.facts.remove(1)),
                spoilt(
                        Promise.FACTS_DENSE,
                        "a fact twice",
                        SampleHistory.straight(),
                        history -> history.facts.add(history.facts.get(2))),
                spoilt(
                        Promise.ALL_ANNOUNCED,
                        "never announced",
                        SampleHistory.straight(),
                        history -> history.facts.clear()),
                spoilt(
                        Promise.FACTS_STORED,
                        "not projected",
                        SampleHistory.straight(),
                        history -> history.events.remove(2)),
                spoilt(
                        Promise.FACTS_STORED,
                        "stored without a fact",
                        SampleHistory.straight(),
                        history -> history.facts.remove(2)),
                spoilt(
                        Promise.FACTS_STORED,
                        "stored otherwise",
                        SampleHistory.straight(),
                        history -> edit(
                                history, 1, history.events.get(1).fact().replace("\"attempt\":1", "\"attempt\":2"))),
                spoilt(
                        Promise.AUDIT_CHAIN,
                        "edited",
                        SampleHistory.straight(),
                        history -> edit(history, 1, history.events.get(1).fact() + " ")),
                spoilt(
                        Promise.AUDIT_CHAIN,
                        "not chained",
                        SampleHistory.straight(),
                        history -> history.events.set(2, rechained(history.events.get(2), null))),
                spoilt(Promise.AUDIT_CHAIN, "removed", SampleHistory.straight(), history -> history.events.remove(1)),
                spoilt(
                        Promise.AUDIT_CHAIN,
                        "chained to another",
                        SampleHistory.straight(),
                        history -> history.events.set(
                                2,
                                rechained(
                                        history.events.get(2),
                                        history.events.get(1).chain()))),
                spoilt(
                        Promise.NO_REQUEST_STUCK,
                        "timer long overdue",
                        new SampleHistory("strict"),
                        history -> history.attempt(1)),
                spoilt(Promise.NO_REQUEST_STUCK, "no timer", new SampleHistory("strict"), history -> {}),
                spoilt(Promise.ONE_RESULT, "no result", SampleHistory.straight(), history -> history.results.clear()),
                spoilt(
                        Promise.ONE_RESULT,
                        "two results",
                        SampleHistory.straight(),
                        history -> history.results.add(history.results.get(0))),
                spoilt(
                        Promise.ONE_RESULT,
                        "another result",
                        SampleHistory.straight(),
                        history -> history.results.set(
                                0, SampleHistory.declined().results.get(0))),
                spoilt(
                        Promise.ONE_RESULT,
                        "published before it is settled",
                        waitsForPerson(),
                        history -> history.results.add(
                                SampleHistory.straight().results.get(0))),
                spoilt(
                        Promise.SETTLED_ON_EVIDENCE,
                        "no report",
                        SampleHistory.straight(),
                        history -> history.reports.clear()),
                spoilt(
                        Promise.SETTLED_ON_EVIDENCE,
                        "a refusal taken for success",
                        SampleHistory.straight(),
                        history -> {
                            Report.AttemptReport report = (Report.AttemptReport) history.reports.remove(0);
                            history.reports.add(new Report.AttemptReport(
                                    SampleHistory.ID,
                                    1,
                                    history.gateway,
                                    "s",
                                    report.at(),
                                    new Outcome.Refused(report.outcome().answer())));
                        }),
                spoilt(
                        Promise.ATTEMPT_COMMANDED_ONCE,
                        "no command",
                        SampleHistory.straight(),
                        history -> history.commands.clear()),
                spoilt(
                        Promise.ATTEMPT_COMMANDED_ONCE,
                        "twice",
                        SampleHistory.straight(),
                        history -> history.commands.add(history.commands.get(0))),
                spoilt(
                        Promise.ATTEMPT_COMMANDED_ONCE,
                        "one too many",
                        SampleHistory.straight(),
                        history -> history.commands.add(
                                SampleHistory.lostAndFoundMissing().commands.get(1))),
                spoilt(
                        Promise.ATTEMPT_POSTED_ONCE,
                        "twice",
                        SampleHistory.straight(),
                        history -> history.lines.add(history.lines.get(0))),
                spoilt(
                        Promise.ATTEMPT_POSTED_ONCE,
                        "without its attempt",
                        SampleHistory.straight(),
                        history -> history.reaches(7)),
                spoilt(
                        Promise.NO_POST_TOO_LATE,
                        "after its command's time",
                        SampleHistory.straight(),
                        history -> change(history, line -> at(line, SampleHistory.START.plusSeconds(6)))),
                spoilt(
                        Promise.NO_POST_TOO_LATE,
                        "before its command",
                        SampleHistory.straight(),
                        history -> change(history, line -> at(line, SampleHistory.START.minusSeconds(1)))),
                spoilt(
                        Promise.WITHIN_KEY_MEMORY,
                        "in doubt for too long",
                        new SampleHistory("forgiving"),
                        history -> again(history.attempt(1), Outcome.Doubt.POSSIBLE, Duration.ofMinutes(61))),
                spoilt(
                        Promise.NOT_FOUND_BELIEVED_LATE,
                        "asked too early",
                        new SampleHistory("strict"),
                        history ->
                                history.attempt(1).unknown().pass(2).inquiry(1).notFound(1, 1, 6)),
                spoilt(Promise.NOT_FOUND_BELIEVED_LATE, "believed at once", new SampleHistory("strict"), history -> {
                    history.attempt(1).unknown().pass(6).inquiry(1);
                    history.fact(new Fact.AttemptDeferred(
                            1, history.asked(1), Outcome.Doubt.NONE, history.now.plusSeconds(1)));
                }),
                spoilt(Promise.NOT_FOUND_BELIEVED_LATE, "failed at once", new SampleHistory("strict"), history -> {
                    history.attempt(1).unknown().pass(6).inquiry(1);
                    Answer missing = history.asked(1);
                    history.settle(new Fact.Settled(
                            Fact.Verdict.FAILED, Fact.Ground.VERIFICATION, 0, "Gateway status: NOT_FOUND", missing));
                }),
                spoilt(
                        Promise.RETRIED_WHEN_SAFE,
                        "in doubt",
                        new SampleHistory("strict"),
                        history -> again(history.attempt(1), Outcome.Doubt.POSSIBLE, Duration.ofSeconds(2))),
                spoilt(
                        Promise.RETRIED_WHEN_SAFE,
                        "absence that no report says",
                        new SampleHistory("strict"),
                        history -> again(history.attempt(1), Outcome.Doubt.NONE, Duration.ofSeconds(2))),
                spoilt(
                        Promise.RETRIED_WHEN_SAFE,
                        "absence reported after doubt",
                        new SampleHistory("strict"),
                        history -> {
                            history.attempt(1).reaches(1).unknown().pass(2);
                            Answer tooOld = Answer.none(Category.NOT_ATTEMPTED, "too_old", null);
                            Outcome notSent = new Outcome.NotSent(tooOld);
                            history.reports.add(
                                    new Report.AttemptReport(SampleHistory.ID, 1, "strict", "s", history.now, notSent));
                            history.fact(new Fact.AttemptDeferred(1, tooOld, Outcome.Doubt.NONE, history.now));
                            history.pass(1).attempt(2);
                        }),
                spoilt(
                        Promise.ALARM_RAISED,
                        "waits for a person in silence",
                        waitsForPerson(),
                        history -> history.alarms.clear()),
                spoilt(
                        Promise.ALERTED,
                        "alarms that became no alert",
                        SampleHistory.straight(),
                        history -> history.raiseUnheard("status_query_finds_nothing")),
                spoilt(
                        Promise.CALLS_IN_BOUNDS,
                        "cut short by its caller",
                        new SampleHistory("neither"),
                        history -> history.attempt(1, 3_999)),
                spoilt(
                        Promise.NOT_SENT_IS_ABSENT,
                        "arrived",
                        new SampleHistory("strict"),
                        history -> history.attempt(1).reaches(1).report(1, NOT_SENT)),
                spoilt(
                        Promise.LOST_POSITION_NOT_POSTED,
                        "posted later",
                        new SampleHistory("strict"),
                        history -> history.attempt(1)
                                .report(1, PositionLost.outcome())
                                .pass(10)
                                .reaches(1)),
                spoilt(
                        Promise.NEITHER_POSTED_ONCE,
                        "twice in doubt",
                        new SampleHistory("neither"),
                        history -> history.attempt(1)
                                .reaches(1)
                                .unknown()
                                .attempt(2)
                                .reaches(2)),
                spoilt(
                        Promise.DOUBT_NOT_CLEARED,
                        "by a report of another sender",
                        new SampleHistory("forgiving"),
                        history -> history.attempt(1)
                                .reaches(1)
                                .unknown()
                                .report(1, NOT_SENT)
                                .fact(new Fact.AttemptDeferred(
                                        1, NOT_SENT.answer(), Outcome.Doubt.NONE, history.now.plusSeconds(1)))),
                spoilt(Promise.LIMITS_KEPT, "a fourth attempt of three", new SampleHistory("forgiving"), history -> {
                    for (int attempt = 1; attempt <= 4; attempt++) {
                        history.attempt(attempt);
                        history.fact(new Fact.AttemptDeferred(
                                attempt,
                                SampleHistory.answer(Category.SERVER_ERROR, 503),
                                Outcome.Doubt.NONE,
                                history.now));
                    }
                }),
                spoilt(Promise.NO_RETRY_TOO_EARLY, "before its turn", SampleHistory.busy("strict"), history -> {
                    SampleHistory early = new SampleHistory("strict").attempt(1);
                    history.facts.clear();
                    history.facts.addAll(again(early, Outcome.Doubt.NONE, Duration.ofMillis(-10)).facts);
                }),
                spoilt(Promise.APPROVED_BEFORE_SENT, "by its own submitter", held("approver:default"), history -> {}),
                spoilt(
                        Promise.APPROVED_BEFORE_SENT,
                        "by no one",
                        new SampleHistory("strict"),
                        history -> history.fact(requested(1)).attempt(1)),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "the version that was returned",
                        held("approver:carol"),
                        history -> history.lines.replaceAll(
                                line -> line(line, "1200.00", line.currency(), line.digest(), line.journal()))),
                spoilt(
                        Promise.NO_RETRY_TOO_EARLY,
                        "Retry-After not heeded",
                        new SampleHistory("strict"),
                        history -> history.attempt(1)
                                .fact(new Fact.AttemptDeferred(
                                        1,
                                        SampleHistory.busy("strict").reports.get(0) instanceof Report.AttemptReport busy
                                                ? busy.outcome().answer()
                                                : null,
                                        Outcome.Doubt.NONE,
                                        history.now.plusSeconds(1)))));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("spoilt")
    void check_spoiltHistory_bites(Promise promise, String name, SampleHistory history) {
        assertThat(broken(history)).contains(promise);
    }

    @Test
    void spoilt_histories_coverEveryPromiseOfOneRequest() {
        Set<Promise> covered = EnumSet.copyOf(NOT_OF_ONE_REQUEST);
        spoilt().forEach(row -> covered.add((Promise) row.get()[0]));
        assertThat(covered).containsExactlyInAnyOrder(Promise.values());
    }

    @Test
    void compare_whatMovedWhileItWasRead_isNotJudgedAndCounted() {
        SampleHistory history = SampleHistory.straight();
        history.results.clear();
        Findings findings = new Findings();
        CaseCheck.of(history.file(), history.context(history.now.plusSeconds(10)), findings);
        assertThat(findings.violations()).isZero();
        assertThat(findings.result(Promise.ONE_RESULT).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(findings.result(Promise.ONE_RESULT).skipped()).containsValue(1L);
    }

    @Test
    void judge_withoutASource_checksNothingOfIt() {
        SampleHistory history = SampleHistory.straight();
        ProofContext all = history.context();
        ProofContext none = new ProofContext(
                all.gateways(),
                java.util.Map.of(),
                all.journals(),
                all.journalsWithPosts(),
                all.alerts(),
                all.alarmsKept(),
                all.now(),
                all.grace(),
                all.skew(),
                null,
                null);
        Findings findings = new Findings();
        CaseCheck.of(history.file(), none, findings);
        for (Promise promise : Promise.values()) {
            assertThat(findings.result(promise).verdict()).as(promise.word()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        }
    }

    private static List<Promise> broken(SampleHistory history) {
        Findings findings = new Findings();
        CaseCheck.of(history.file(), history.context(), findings);
        return Stream.of(Promise.values())
                .filter(promise -> findings.result(promise).verdict() == Findings.Verdict.BROKEN)
                .toList();
    }

    private static Arguments spoilt(
            Promise promise, String name, SampleHistory history, Consumer<SampleHistory> spoil) {
        spoil.accept(history);
        return arguments(promise, name, history);
    }

    private static ApprovalFact.Requested requested(int version) {
        return new ApprovalFact.Requested("large", version, null, ApprovalFact.Lapse.ALERT);
    }

    /** Another amount was asked for in the end. */
    private static SampleHistory held(String approver) {
        SampleHistory history = new SampleHistory("strict").fact(requested(1));
        history.fact(new ApprovalFact.Returned("o-1", 1, "too much", null));
        history.resubmit("900.00").fact(requested(2));
        history.by(approver, new ApprovalFact.Approved("o-3", 2, null));
        return history.attempt(1).reaches(1).applies("e-1").succeeds(1);
    }

    private static SampleHistory sentAgainByPerson() {
        SampleHistory history = new SampleHistory("strict")
                .attempt(1)
                .reaches(1)
                .unknown()
                .toPerson()
                .accepted();
        return history.attempt(2).reaches(2).applies("e-2").succeeds(2).raise("perhaps_twice");
    }

    private static SampleHistory refusedInTheEnd() {
        SampleHistory history = SampleHistory.declined();
        history.lines.remove(1);
        history.line(GatewayLine.Type.APPLIED, 1, "e-1", "PENDING");
        return history.line(GatewayLine.Type.SETTLED, 1, "e-1", "DECLINED");
    }

    private static SampleHistory waitsForPerson() {
        return new SampleHistory("strict")
                .attempt(1)
                .reaches(1)
                .applies("e-1")
                .unknown()
                .toPerson();
    }

    /** Deferred, and begun again after so long, {@code tooEarly} where that is negative. */
    private static SampleHistory again(SampleHistory history, Outcome.Doubt doubt, Duration after) {
        Instant retryAt = after.isNegative() ? history.now.plusSeconds(10) : history.now;
        history.fact(new Fact.AttemptDeferred(1, SampleHistory.answer(Category.SERVER_ERROR, 500), doubt, retryAt));
        return history.pass(Math.max(0, after.toSeconds())).attempt(2);
    }

    private static void edit(SampleHistory history, int index, String fact) {
        StoredEvent event = history.events.get(index);
        history.events.set(index, new StoredEvent(event.eventId(), event.at(), event.actor(), fact, event.chain()));
    }

    private static StoredEvent rechained(StoredEvent event, String chain) {
        return new StoredEvent(event.eventId(), event.at(), event.actor(), event.fact(), chain);
    }

    private static void change(SampleHistory history, java.util.function.UnaryOperator<GatewayLine> change) {
        history.lines.replaceAll(change);
    }

    private static GatewayLine line(GatewayLine line, String amount, String currency, String digest, String journal) {
        return new GatewayLine(
                journal,
                line.type(),
                line.at(),
                line.reference(),
                line.attempt(),
                amount,
                currency,
                null,
                null,
                digest,
                line.id(),
                line.status());
    }

    private static GatewayLine at(GatewayLine line, Instant at) {
        return new GatewayLine(
                line.journal(),
                line.type(),
                at,
                line.reference(),
                line.attempt(),
                line.amount(),
                line.currency(),
                null,
                null,
                line.digest(),
                line.id(),
                line.status());
    }
}
