package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.proof.check.Examination;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.OperatorOrder;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.SecondEffect;
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
class RefereesThatBiteTest {
    private static final Set<Promise> NOT_OF_ONE_REQUEST = EnumSet.of(
            Promise.NOTHING_LOST,
            Promise.ONE_REQUEST_PER_KEY,
            Promise.SNAPSHOT_IS_FOLD,
            Promise.NO_HANGING_TRANSACTION,
            Promise.SLOT_CAUGHT_UP);

    static Stream<Arguments> sound() {
        return Stream.of(
                arguments("straight", Story.straight()),
                arguments("declined", Story.declined()),
                arguments("lost, looked for twice, sent again", Story.lostAndFoundMissing()),
                arguments("busy, and came back in time", Story.busy("strict")),
                arguments("busy at a forgiving one", Story.busy("forgiving")),
                arguments("sent again by a person", sentAgainByPerson()),
                arguments(
                        "expired on the way",
                        new Story("strict")
                                .settle(new Fact.Settled(
                                        Fact.Verdict.EXPIRED, Fact.Ground.POLICY, 0, "expired", null))),
                arguments("pending at the gateway, refused in the end", refusedInTheEnd()),
                arguments("held, returned, changed, approved", held("approver:carol")),
                arguments("waits for a person", waitsForPerson()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sound")
    void check_soundHistory_findsNothing(String name, Story story) {
        assertThat(broken(story)).isEmpty();
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                spoilt(Promise.ONE_EFFECT, "two effects", Story.straight(), story -> story.applies("e-9")),
                spoilt(Promise.ONE_EFFECT, "one id twice", Story.straight(), story -> story.applies("e-1")),
                spoilt(
                        Promise.OUTCOMES_TRUE,
                        "succeeded without effect",
                        Story.straight(),
                        story -> story.lines.remove(1)),
                spoilt(Promise.OUTCOMES_TRUE, "failed with effect", Story.declined(), story -> story.applies("e-9")),
                spoilt(Promise.OUTCOMES_TRUE, "succeeded, and still pending", Story.straight(), story -> {
                    story.lines.remove(1);
                    story.line(GatewayLine.Type.APPLIED, 1, "e-1", "PENDING");
                }),
                spoilt(
                        Promise.OUTCOMES_TRUE,
                        "failed, and still pending",
                        Story.declined(),
                        story -> story.line(GatewayLine.Type.APPLIED, 1, "e-9", "PENDING")),
                spoilt(Promise.NOTHING_UNASKED, "never accepted", Story.straight(), story -> {
                    story.facts.clear();
                    story.events.clear();
                }),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "another amount",
                        Story.straight(),
                        story -> change(story, line -> line(line, "1200.01", "JPY", line.digest(), line.book()))),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "another currency",
                        Story.straight(),
                        story -> change(story, line -> line(line, "1200.00", "USD", line.digest(), line.book()))),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "in a stranger's book",
                        Story.straight(),
                        story -> change(story, line -> line(line, "1200.00", "JPY", line.digest(), "stranger"))),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "two bodies",
                        Story.lostAndFoundMissing(),
                        story -> story.lines.set(0, line(story.lines.get(0), "1200.00", "JPY", "other", Story.BOOK))),
                spoilt(Promise.NOTHING_UNASKED, "commanded with another document", Story.straight(), story -> {
                    Command.Send send = (Command.Send) story.commands.remove(0);
                    story.commands.add(new Command.Send(
                            Story.ID,
                            RequestKind.PAYMENT,
                            story.gateway,
                            1,
                            send.issuedAt(),
                            send.notAfter(),
                            1000,
                            null,
                            Json.MAPPER.createObjectNode().put("amount", "1200.01")));
                }),
                spoilt(Promise.FACTS_DENSE, "a fact missing", Story.straight(), story -> story.facts.remove(1)),
                spoilt(
                        Promise.FACTS_DENSE,
                        "a fact twice",
                        Story.straight(),
                        story -> story.facts.add(story.facts.get(2))),
                spoilt(Promise.ALL_ANNOUNCED, "never announced", Story.straight(), story -> story.facts.clear()),
                spoilt(Promise.FACTS_STORED, "not projected", Story.straight(), story -> story.events.remove(2)),
                spoilt(Promise.FACTS_STORED, "stored without a fact", Story.straight(), story -> story.facts.remove(2)),
                spoilt(
                        Promise.FACTS_STORED,
                        "stored otherwise",
                        Story.straight(),
                        story -> edit(story, 1, story.events.get(1).fact().replace("\"attempt\":1", "\"attempt\":2"))),
                spoilt(
                        Promise.AUDIT_CHAIN,
                        "edited",
                        Story.straight(),
                        story -> edit(story, 1, story.events.get(1).fact() + " ")),
                spoilt(
                        Promise.AUDIT_CHAIN,
                        "not chained",
                        Story.straight(),
                        story -> story.events.set(2, rechained(story.events.get(2), null))),
                spoilt(Promise.AUDIT_CHAIN, "removed", Story.straight(), story -> story.events.remove(1)),
                spoilt(
                        Promise.AUDIT_CHAIN,
                        "chained to another",
                        Story.straight(),
                        story -> story.events.set(
                                2,
                                rechained(
                                        story.events.get(2), story.events.get(1).chain()))),
                spoilt(Promise.NOBODY_FORGOTTEN, "timer long overdue", new Story("strict"), story -> story.attempt(1)),
                spoilt(Promise.NOBODY_FORGOTTEN, "no timer", new Story("strict"), story -> {}),
                spoilt(Promise.ONE_RESULT, "no result", Story.straight(), story -> story.results.clear()),
                spoilt(
                        Promise.ONE_RESULT,
                        "two results",
                        Story.straight(),
                        story -> story.results.add(story.results.get(0))),
                spoilt(
                        Promise.ONE_RESULT,
                        "another result",
                        Story.straight(),
                        story -> story.results.set(0, Story.declined().results.get(0))),
                spoilt(
                        Promise.ONE_RESULT,
                        "told before it is settled",
                        waitsForPerson(),
                        story -> story.results.add(Story.straight().results.get(0))),
                spoilt(Promise.SETTLED_ON_EVIDENCE, "no report", Story.straight(), story -> story.reports.clear()),
                spoilt(Promise.SETTLED_ON_EVIDENCE, "a refusal taken for success", Story.straight(), story -> {
                    Report.AttemptReport report = (Report.AttemptReport) story.reports.remove(0);
                    story.reports.add(new Report.AttemptReport(
                            Story.ID,
                            1,
                            story.gateway,
                            "s",
                            report.at(),
                            new Outcome.Refused(report.outcome().answer())));
                }),
                spoilt(Promise.ATTEMPT_COMMANDED_ONCE, "no command", Story.straight(), story -> story.commands.clear()),
                spoilt(
                        Promise.ATTEMPT_COMMANDED_ONCE,
                        "twice",
                        Story.straight(),
                        story -> story.commands.add(story.commands.get(0))),
                spoilt(
                        Promise.ATTEMPT_COMMANDED_ONCE,
                        "one too many",
                        Story.straight(),
                        story -> story.commands.add(
                                Story.lostAndFoundMissing().commands.get(1))),
                spoilt(
                        Promise.ATTEMPT_POSTED_ONCE,
                        "twice",
                        Story.straight(),
                        story -> story.lines.add(story.lines.get(0))),
                spoilt(Promise.ATTEMPT_POSTED_ONCE, "without its attempt", Story.straight(), story -> story.reaches(7)),
                spoilt(
                        Promise.NO_POST_TOO_LATE,
                        "after its command's time",
                        Story.straight(),
                        story -> change(story, line -> at(line, Story.START.plusSeconds(6)))),
                spoilt(
                        Promise.NO_POST_TOO_LATE,
                        "before its command",
                        Story.straight(),
                        story -> change(story, line -> at(line, Story.START.minusSeconds(1)))),
                spoilt(
                        Promise.WITHIN_KEY_MEMORY,
                        "in doubt for too long",
                        new Story("forgiving"),
                        story -> again(story.attempt(1), Outcome.Doubt.POSSIBLE, Duration.ofMinutes(61))),
                spoilt(
                        Promise.NOT_FOUND_BELIEVED_LATE,
                        "asked too early",
                        new Story("strict"),
                        story -> story.attempt(1).unknown().pass(2).inquiry(1).notFound(1, 1, 6)),
                spoilt(Promise.NOT_FOUND_BELIEVED_LATE, "believed at once", new Story("strict"), story -> {
                    story.attempt(1).unknown().pass(6).inquiry(1);
                    story.fact(
                            new Fact.AttemptDeferred(1, story.asked(1), Outcome.Doubt.NONE, story.now.plusSeconds(1)));
                }),
                spoilt(Promise.NOT_FOUND_BELIEVED_LATE, "failed at once", new Story("strict"), story -> {
                    story.attempt(1).unknown().pass(6).inquiry(1);
                    Answer missing = story.asked(1);
                    story.settle(new Fact.Settled(
                            Fact.Verdict.FAILED, Fact.Ground.VERIFICATION, 0, "Gateway status: NOT_FOUND", missing));
                }),
                spoilt(
                        Promise.RETRIED_WHEN_SAFE,
                        "in doubt",
                        new Story("strict"),
                        story -> again(story.attempt(1), Outcome.Doubt.POSSIBLE, Duration.ofSeconds(2))),
                spoilt(
                        Promise.RETRIED_WHEN_SAFE,
                        "absence nobody reported",
                        new Story("strict"),
                        story -> again(story.attempt(1), Outcome.Doubt.NONE, Duration.ofSeconds(2))),
                spoilt(Promise.RETRIED_WHEN_SAFE, "absence reported after doubt", new Story("strict"), story -> {
                    story.attempt(1).reaches(1).unknown().pass(2);
                    Answer tooOld = Answer.none(Category.NOT_ATTEMPTED, "too_old", null);
                    Outcome notSent = new Outcome.NotSent(tooOld);
                    story.reports.add(new Report.AttemptReport(Story.ID, 1, "strict", "s", story.now, notSent));
                    story.fact(new Fact.AttemptDeferred(1, tooOld, Outcome.Doubt.NONE, story.now));
                    story.pass(1).attempt(2);
                }),
                spoilt(Promise.LIMITS_KEPT, "a fourth attempt of three", new Story("forgiving"), story -> {
                    for (int attempt = 1; attempt <= 4; attempt++) {
                        story.attempt(attempt);
                        story.fact(new Fact.AttemptDeferred(
                                attempt, Story.answer(Category.SERVER_ERROR, 503), Outcome.Doubt.NONE, story.now));
                    }
                }),
                spoilt(Promise.PATIENT, "before its turn", Story.busy("strict"), story -> {
                    Story early = new Story("strict").attempt(1);
                    story.facts.clear();
                    story.facts.addAll(again(early, Outcome.Doubt.NONE, Duration.ofMillis(-10)).facts);
                }),
                spoilt(Promise.APPROVED_BEFORE_SENT, "by its own submitter", held("approver:default"), story -> {}),
                spoilt(
                        Promise.APPROVED_BEFORE_SENT,
                        "by nobody",
                        new Story("strict"),
                        story -> story.fact(requested(1)).attempt(1)),
                spoilt(
                        Promise.NOTHING_UNASKED,
                        "the version that was returned",
                        held("approver:carol"),
                        story -> story.lines.replaceAll(
                                line -> line(line, "1200.00", line.currency(), line.digest(), line.book()))),
                spoilt(
                        Promise.PATIENT,
                        "Retry-After not heeded",
                        new Story("strict"),
                        story -> story.attempt(1)
                                .fact(new Fact.AttemptDeferred(
                                        1,
                                        Story.busy("strict").reports.get(0) instanceof Report.AttemptReport busy
                                                ? busy.outcome().answer()
                                                : null,
                                        Outcome.Doubt.NONE,
                                        story.now.plusSeconds(1)))));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("spoilt")
    void check_spoiltHistory_bites(Promise promise, String name, Story story) {
        assertThat(broken(story)).contains(promise);
    }

    @Test
    void spoilt_histories_coverEveryPromiseOfOneRequest() {
        Set<Promise> covered = EnumSet.copyOf(NOT_OF_ONE_REQUEST);
        spoilt().forEach(row -> covered.add((Promise) row.get()[0]));
        assertThat(covered).containsExactlyInAnyOrder(Promise.values());
    }

    @Test
    void compare_whatMovedWhileItWasRead_isNotJudgedAndCounted() {
        Story story = Story.straight();
        story.results.clear();
        Findings findings = new Findings();
        Examination.of(story.file(), story.terms(story.now.plusSeconds(10)), findings);
        assertThat(findings.violations()).isZero();
        assertThat(findings.account(Promise.ONE_RESULT).verdict()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(findings.account(Promise.ONE_RESULT).skipped()).containsValue(1L);
    }

    @Test
    void judge_withoutASource_checksNothingOfIt() {
        Story story = Story.straight();
        Terms all = story.terms();
        Terms none = new Terms(
                all.gateways(),
                java.util.Map.of(),
                all.books(),
                all.postBooks(),
                all.now(),
                all.grace(),
                all.skew(),
                null);
        Findings findings = new Findings();
        Examination.of(story.file(), none, findings);
        for (Promise promise : Promise.values()) {
            assertThat(findings.account(promise).verdict()).as(promise.word()).isEqualTo(Findings.Verdict.NOT_CHECKED);
        }
    }

    private static List<Promise> broken(Story story) {
        Findings findings = new Findings();
        Examination.of(story.file(), story.terms(), findings);
        return Stream.of(Promise.values())
                .filter(promise -> findings.account(promise).verdict() == Findings.Verdict.BROKEN)
                .toList();
    }

    private static Arguments spoilt(Promise promise, String name, Story story, Consumer<Story> spoil) {
        spoil.accept(story);
        return arguments(promise, name, story);
    }

    private static ApprovalFact.Requested requested(int version) {
        return new ApprovalFact.Requested("large", version, null, ApprovalFact.Lapse.ALERT);
    }

    /** Another amount was asked for in the end. */
    private static Story held(String approver) {
        Story story = new Story("strict").fact(requested(1));
        story.fact(new ApprovalFact.Returned("o-1", 1, "too much", null));
        story.resubmit("900.00").fact(requested(2));
        story.by(approver, new ApprovalFact.Approved("o-3", 2, null));
        return story.attempt(1).reaches(1).applies("e-1").succeeds(1);
    }

    private static Story sentAgainByPerson() {
        Story story = new Story("strict").attempt(1).reaches(1).unknown();
        story.fact(new Fact.VerificationFailed("nobody knows", Answer.none(Category.UNKNOWN, "x", null)));
        story.fact(new Fact.OperatorActed(
                "o-1",
                OperatorOrder.Action.SEND_AGAIN,
                "the gateway has no trace of it",
                Outcome.Doubt.POSSIBLE,
                SecondEffect.ACCEPTED));
        return story.attempt(2).reaches(2).applies("e-2").succeeds(2);
    }

    private static Story refusedInTheEnd() {
        Story story = Story.declined();
        story.lines.remove(1);
        story.line(GatewayLine.Type.APPLIED, 1, "e-1", "PENDING");
        return story.line(GatewayLine.Type.SETTLED, 1, "e-1", "DECLINED");
    }

    private static Story waitsForPerson() {
        Story story = new Story("strict").attempt(1).reaches(1).applies("e-1").unknown();
        return story.fact(new Fact.VerificationFailed("nobody knows", Answer.none(Category.UNKNOWN, "x", null)));
    }

    /** Deferred, and begun again after so long, {@code tooEarly} where that is negative. */
    private static Story again(Story story, Outcome.Doubt doubt, Duration after) {
        Instant retryAt = after.isNegative() ? story.now.plusSeconds(10) : story.now;
        story.fact(new Fact.AttemptDeferred(1, Story.answer(Category.SERVER_ERROR, 500), doubt, retryAt));
        return story.pass(Math.max(0, after.toSeconds())).attempt(2);
    }

    private static void edit(Story story, int index, String fact) {
        StoredEvent event = story.events.get(index);
        story.events.set(index, new StoredEvent(event.eventId(), event.at(), event.actor(), fact, event.chain()));
    }

    private static StoredEvent rechained(StoredEvent event, String chain) {
        return new StoredEvent(event.eventId(), event.at(), event.actor(), event.fact(), chain);
    }

    private static void change(Story story, java.util.function.UnaryOperator<GatewayLine> change) {
        story.lines.replaceAll(change);
    }

    private static GatewayLine line(GatewayLine line, String amount, String currency, String digest, String book) {
        return new GatewayLine(
                book,
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
                line.book(),
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
