package dev.kakutei.proof;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.ResultMessages;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.AuditChain;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A request's history, as it should be; tests then spoil one thing. Everything is written down by hand. */
final class SampleHistory {
    static final Instant START = Instant.parse("2026-11-16T12:00:00Z");
    static final RequestId ID = new RequestId(UUID.fromString("01a1e282-44ff-772e-897d-52748770248e"));
    static final String JOURNAL = "forgiving,strict";
    static final Map<String, Gateway> GATEWAYS = gateways();
    private static final JsonNode DOCUMENT =
            json("{\"amount\":\"1200.00\",\"currency\":\"JPY\",\"reference\":\"INV-1\"}");
    private static final Duration WINDOW = Duration.ofSeconds(2);

    final List<LedgerEvent> facts = new ArrayList<>();
    final List<StoredEvent> events = new ArrayList<>();
    final List<Command> commands = new ArrayList<>();
    final List<Report> reports = new ArrayList<>();
    final List<Result> results = new ArrayList<>();
    final List<Alert> alarms = new ArrayList<>();
    final AlertPeriods.Collector alerts = new AlertPeriods.Collector();
    final List<GatewayLine> lines = new ArrayList<>();
    final String gateway;
    Instant now = START;
    private JsonNode document = DOCUMENT;

    SampleHistory(String gateway) {
        this(gateway, null);
    }

    SampleHistory(String gateway, Instant expiresAt) {
        this.gateway = gateway;
        fact(new Fact.Accepted(
                RequestKind.PAYMENT,
                "default",
                "p-1",
                CanonicalJson.digest(CanonicalJson.of(DOCUMENT)),
                gateway,
                new BigDecimal("1200.00"),
                "JPY",
                START.plusSeconds(1),
                expiresAt,
                null,
                DOCUMENT,
                null));
    }

    /** Accepted, sent, done. */
    static SampleHistory straight() {
        return new SampleHistory("strict").attempt(1).reaches(1).applies("e-1").succeeds(1);
    }

    static SampleHistory declined() {
        SampleHistory history = new SampleHistory("strict").attempt(1).reaches(1);
        Answer no = answer(Category.CLIENT_ERROR, 402);
        history.line(GatewayLine.Type.DECLINED, 1, "e-1", "DECLINED");
        history.reports.add(
                new Report.AttemptReport(ID, 1, history.gateway, "s", history.now, new Outcome.Refused(no)));
        return history.settle(new Fact.Settled(Fact.Verdict.FAILED, Fact.Ground.ANSWER, 1, "402", no));
    }

    /** The answer was lost, the gateway was asked twice and did not know it, and it was sent again. */
    static SampleHistory lostAndFoundMissing() {
        SampleHistory history =
                new SampleHistory("strict").attempt(1).reaches(1).unknown();
        history.pass(6).inquiry(1).notFound(1, 1, 6);
        history.pass(6).inquiry(2);
        Answer missing = history.asked(2);
        history.fact(new Fact.AttemptDeferred(1, missing, Outcome.Doubt.NONE, history.now.plusSeconds(1)));
        return history.pass(1).attempt(2).reaches(2).applies("e-2").succeeds(2);
    }

    /** The gateway was too busy, and said when to come back. */
    static SampleHistory busy(String gateway) {
        SampleHistory history = new SampleHistory(gateway).attempt(1).reaches(1);
        Answer busy = new Answer(Category.CLIENT_ERROR, 429, "busy", null, 5, Map.of("retry-after", "3"), null, null);
        Outcome outcome = new Outcome.Retryable(busy, Outcome.Doubt.NONE);
        history.reports.add(new Report.AttemptReport(ID, 1, gateway, "s", history.now, outcome));
        history.fact(new Fact.AttemptDeferred(1, busy, Outcome.Doubt.NONE, history.now.plusMillis(3005)));
        return history.pass(3).attempt(2).reaches(2).applies("e-2").succeeds(2);
    }

    SampleHistory pass(long seconds) {
        now = now.plusSeconds(seconds);
        return this;
    }

    SampleHistory attempt(int number) {
        return attempt(number, GATEWAYS.get(gateway).callTimeout().toMillis());
    }

    SampleHistory attempt(int number, long callMillis) {
        commands.add(new Command.Send(
                ID, RequestKind.PAYMENT, gateway, number, now, now.plus(WINDOW), callMillis, null, document, null, 0));
        return fact(new Fact.AttemptStarted(number, now.plus(WINDOW), now.plusSeconds(9)));
    }

    SampleHistory reaches(int attempt) {
        now = now.plusMillis(20);
        return line(GatewayLine.Type.RECEIVED, attempt, null, null);
    }

    SampleHistory applies(String effect) {
        return line(GatewayLine.Type.APPLIED, 1, effect, "AUTHORIZED");
    }

    SampleHistory succeeds(int attempt) {
        Answer ok = answer(Category.OK, 201);
        reports.add(new Report.AttemptReport(ID, attempt, gateway, "s", now, new Outcome.Delivered(ok)));
        return settle(new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.ANSWER, attempt, null, ok));
    }

    SampleHistory unknown() {
        Answer silence = Answer.none(Category.NO_ANSWER, "closed", "no answer");
        reports.add(new Report.AttemptReport(ID, 1, gateway, "s", now, new Outcome.Unknown(silence)));
        return fact(new Fact.OutcomeUnknown(1, silence, now.plusSeconds(5)));
    }

    SampleHistory inquiry(int number) {
        return fact(new InquiryFact.InquiryStarted(number, now.plus(WINDOW), now.plusSeconds(9)));
    }

    SampleHistory notFound(int inquiry, int misses, long nextSeconds) {
        return fact(new InquiryFact.InquiryInconclusive(
                inquiry, Finding.NOT_FOUND, asked(inquiry), misses, now.plusSeconds(nextSeconds)));
    }

    Answer asked(int inquiry) {
        Answer missing = answer(Category.CLIENT_ERROR, 404);
        reports.add(new Report.InquiryReport(ID, inquiry, gateway, "s", now, Finding.NOT_FOUND, missing));
        return missing;
    }

    /** With its result. */
    SampleHistory settle(Fact.Settled settled) {
        fact(settled);
        results.add(ResultMessages.result(FactHistory.of(facts).now().orElseThrow()));
        return this;
    }

    /** Another amount in the place of the first. */
    SampleHistory resubmit(String amount) {
        document = json("{\"amount\":\"" + amount + "\",\"currency\":\"JPY\",\"reference\":\"INV-1\"}");
        return by(
                "client:default",
                new ApprovalFact.Resubmitted(
                        "o-2",
                        2,
                        CanonicalJson.digest(CanonicalJson.of(document)),
                        gateway,
                        new BigDecimal(amount),
                        "JPY",
                        null,
                        document,
                        null));
    }

    /** Now, by this request; and an alert of it is open from now on. */
    SampleHistory raise(String cause) {
        alerts.add(AlertPeriods.subject(cause, gateway), now, null);
        return raiseUnheard(cause);
    }

    /** The alarm alone. */
    SampleHistory raiseUnheard(String cause) {
        alarms.add(new Alert(cause + "/" + ID, Alert.Severity.HIGH, cause, ID, gateway, "x", now));
        return this;
    }

    /** Waits for a person, who was alerted. */
    SampleHistory toPerson() {
        return fact(new Fact.VerificationFailed("unknown", Answer.none(Category.UNKNOWN, "x", null)))
                .raise("verification_failed");
    }

    /** A person has it sent again at the risk of a second effect. */
    SampleHistory accepted() {
        return fact(new Fact.OperatorActed(
                        "o-1",
                        OperatorAction.Type.SEND_AGAIN,
                        "the customer waits",
                        Outcome.Doubt.POSSIBLE,
                        SecondEffect.ACCEPTED))
                .raise("perhaps_twice");
    }

    SampleHistory report(int attempt, Outcome outcome) {
        reports.add(new Report.AttemptReport(ID, attempt, gateway, "s", now, outcome));
        return this;
    }

    /** A fact on the topic, and as it is stored. */
    SampleHistory fact(Fact fact) {
        return by("verifier", fact);
    }

    SampleHistory by(String who, Fact fact) {
        now = now.plusMillis(5);
        LedgerEvent event = new LedgerEvent(ID, facts.size() + 1, now, who, fact);
        facts.add(event);
        String previous =
                events.isEmpty() ? null : events.get(events.size() - 1).chain();
        events.add(stored(event, previous));
        return this;
    }

    static StoredEvent stored(LedgerEvent event, String previous) {
        try {
            String text = Json.MAPPER.writerFor(Fact.class).writeValueAsString(event.fact());
            String chain = AuditChain.next(previous, ID, event.seq(), event.at(), event.by(), text);
            return new StoredEvent(event.seq(), event.at(), event.by(), text, chain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SampleHistory line(GatewayLine.Type type, Integer attempt, String id, String status) {
        lines.add(new GatewayLine(
                JOURNAL,
                type,
                now,
                ID.toString(),
                attempt,
                document.path("amount").asText(),
                "JPY",
                null,
                null,
                "d",
                id,
                status));
        return this;
    }

    CaseFile file() {
        return CaseFile.of(ID, facts, events, commands, reports, results, alarms, lines);
    }

    /** Everything is at hand, and read long after the last of it. */
    ProofContext context() {
        return context(START.plusSeconds(3600));
    }

    ProofContext context(Instant readAt) {
        Map<Promise.Source, Instant> since = new EnumMap<>(Promise.Source.class);
        for (Promise.Source source : Promise.Source.values()) {
            since.put(source, Instant.EPOCH);
        }
        return new ProofContext(
                GATEWAYS,
                since,
                Map.of(JOURNAL, Set.of("strict", "forgiving", "neither")),
                Set.of(JOURNAL),
                alerts.done(),
                Duration.ofDays(1),
                readAt,
                Duration.ofSeconds(60),
                Duration.ofMillis(500),
                null,
                null);
    }

    static Answer answer(Category category, int status) {
        return new Answer(category, status, null, null, 7, Map.of(), null, "{}");
    }

    private static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Gateway> gateways() {
        try {
            return GatewayFile.read("""
                    gateways:
                      strict:
                        class: queryable
                        url: http://127.0.0.1:1
                        network: {allow: [loopback]}
                        paths: {payment: /payments}
                        status_query: {paths: {payment: "/payments/{request_id}"}}
                        call_timeout: 1s
                        send_window: 2s
                        retry: {first: 1s, cap: 2s, attempts: 3}
                        verification: {after: [5s, 5s, 5s, 5s], settling_time: 2s, misses: 2, not_found: resend}
                      forgiving:
                        class: idempotent
                        url: http://127.0.0.1:1
                        network: {allow: [loopback]}
                        paths: {payment: /payments}
                        idempotency: {header: Idempotency-Key, ttl: 1h}
                        call_timeout: 1s
                        send_window: 2s
                        retry: {first: 1s, cap: 2s, attempts: 3}
                      neither:
                        class: neither
                        url: http://127.0.0.1:1
                        network: {allow: [loopback]}
                        paths: {payment: /payments}
                        call_timeout: 10s
                        min_call_timeout: 4s
                        send_window: 2s
                        retry: {first: 1s, cap: 2s, attempts: 3}
                    """).byName();
        } catch (InvalidGatewayFile e) {
            throw new IllegalStateException(e);
        }
    }
}
