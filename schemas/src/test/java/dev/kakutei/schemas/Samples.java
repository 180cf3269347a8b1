package dev.kakutei.schemas;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Codec;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.request.Violation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One message of every kind, each with the name of its golden file. "bare" ones leave out everything that may be left
 * out. A golden file is frozen: a sample may be added, never changed.
 */
public final class Samples {
    public static final RequestId ID = RequestId.of("0197f3c2-7c1e-7d3a-9b1f-2f6d1c0a9e41");
    public static final Instant T0 = Instant.parse("2026-03-02T01:02:03.456Z");
    public static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    /** A message and what carries it. */
    public record Sample<T>(Codec<T> codec, T message) {
        public byte[] encoded() {
            return codec.encode(message);
        }
    }

    private static final Map<String, Sample<?>> ALL = new LinkedHashMap<>();

    static {
        facts();
        commands();
        reports();
        results();
        statusChanges();
        alerts();
        put("canary", Codecs.CANARY, new Canary(7, "relay-1", T0));
        put("clearance-request", Codecs.CLEARANCE_REQUEST, new ClearanceRequest("broker-sender", "host-1", 3, T0));
        put(
                "clearance-request.loss",
                Codecs.CLEARANCE_REQUEST,
                new ClearanceRequest(
                        "verifier-stream",
                        "host-2",
                        4,
                        T0,
                        new ClearanceRequest.Loss(1, "the state of partition 0 is older than what was decided there")));
        put(
                "clearance",
                Codecs.CLEARANCE,
                new Clearance("host-1", 3, Clearance.Verdict.CLEARED, 0, null, "ingest-1", T0));
        put(
                "clearance.halted",
                Codecs.CLEARANCE,
                new Clearance(null, 0, Clearance.Verdict.HALTED, 1, "Kafka has lost records", "ingest-1", T0));
        put(
                "service-health",
                Codecs.SERVICE_HEALTH,
                new ServiceHealth(
                        "broker-sender",
                        "host-1",
                        false,
                        List.of("bank: no progress"),
                        List.of(new ServiceHealth.GatewayHealth(
                                "bank", ServiceHealth.Breaker.HALF_OPEN, 1, 4, 2, 60, 3, 1, T0, List.of())),
                        T0));
        put(
                "service-health.lane-reader",
                Codecs.SERVICE_HEALTH,
                new ServiceHealth(
                        "broker-sender",
                        "host-1",
                        true,
                        List.of(),
                        List.of(new ServiceHealth.GatewayHealth(
                                "bank", ServiceHealth.Breaker.CLOSED, 1, 4, 0, 60, 0, 0, T0, List.of(0, 3))),
                        T0));
        operatorActions();
        ApprovalSamples.add(ALL);
        SecondEffectSamples.add(ALL);
        rejections();
    }

    private Samples() {}

    public static Map<String, Sample<?>> all() {
        return ALL;
    }

    public static JsonNode paymentRequest() {
        return json("{\"amount\":\"1200.00\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\","
                + "\"reference\":\"INV-1\",\"gateway\":\"simulator\",\"metadata\":{\"branch\":\"東京\",\"n\":1.5}}");
    }

    public static JsonNode orderRequest() {
        return json("{\"account\":\"ACC-1\",\"instrument\":\"7203.T\",\"side\":\"buy\",\"quantity\":\"100\","
                + "\"order_type\":\"limit\",\"limit_price\":\"2500.5\",\"currency\":\"JPY\"}");
    }

    static Answer ok() {
        return new Answer(Category.OK, 201, "ok", "authorised", 42, Map.of(), "gw-77", "{\"status\":\"AUTHORIZED\"}");
    }

    static Answer limited() {
        Map<String, String> headers = Map.of("retry-after", "7", "x-ratelimit-reset", "1772413330");
        return new Answer(Category.CLIENT_ERROR, 429, "rate_limited", "too many requests", 9, headers, null, "slow");
    }

    static Answer silence() {
        return Answer.none(Category.NO_ANSWER, "timeout", "no answer within 30s");
    }

    private static void facts() {
        String digest = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";
        event(
                "accepted",
                1,
                new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "shop",
                        "p-1",
                        digest,
                        "simulator",
                        new BigDecimal("1200.00"),
                        "JPY",
                        T0.plusSeconds(30),
                        T0.plusSeconds(86_400),
                        TRACE,
                        paymentRequest()));
        event(
                "accepted-bare",
                1,
                new Fact.Accepted(
                        RequestKind.ORDER,
                        "branch",
                        "o-1",
                        digest,
                        "simulator",
                        null,
                        null,
                        T0.plusSeconds(30),
                        null,
                        null,
                        orderRequest()));
        event("attempt-started", 2, new Fact.AttemptStarted(1, T0.plusSeconds(30), T0.plusSeconds(70)));
        event("attempt-deferred", 3, new Fact.AttemptDeferred(1, limited(), Outcome.Doubt.POSSIBLE, T0.plusSeconds(7)));
        event("outcome-unknown", 3, new Fact.OutcomeUnknown(1, silence(), T0.plusSeconds(300)));
        event("outcome-still-unknown", 4, new LateFact.OutcomeStillUnknown(1, silence()));
        event("records-lost", 3, new RecoveryFact.RecordsLost(1, 1, T0.plusSeconds(60), "Kafka has lost records"));
        event(
                "records-lost.other-gateways",
                4,
                new RecoveryFact.RecordsLost(
                        1, 1, T0.plusSeconds(60), "Kafka has lost records", List.of("bank", "card"), null));
        event(
                "records-lost.second-effect",
                4,
                new RecoveryFact.RecordsLost(
                        1, 2, T0.plusSeconds(60), "Kafka has lost records", List.of(), SecondEffect.ACCEPTED));
        event("acknowledged", 4, new LateFact.Acknowledged(1, ok()));
        event("inquiry-started", 4, new Fact.InquiryStarted(1, T0.plusSeconds(330), T0.plusSeconds(370)));
        event(
                "inquiry-inconclusive",
                5,
                new Fact.InquiryInconclusive(1, Finding.NOT_FOUND, silence(), 1, T0.plusSeconds(600)));
        event("verification-failed", 24, new Fact.VerificationFailed("10 inquiries settled nothing", silence()));
        event("settled", 4, new Fact.Settled(Fact.Verdict.FAILED, Fact.Ground.ANSWER, 2, "declined", limited()));
        event("settled-bare", 4, new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.OPERATOR, 0, null, null));
        event("contradicted", 9, new Fact.Contradicted(1, "a success after the request was aborted", ok()));
        event(
                "operator-acted",
                25,
                new Fact.OperatorActed(
                        "action-1", OperatorAction.Type.SEND_AGAIN, "the bank has no record", Outcome.Doubt.NONE));
    }

    private static void commands() {
        put(
                "command.send",
                Codecs.COMMAND,
                new Command.Send(
                        ID,
                        RequestKind.PAYMENT,
                        "simulator",
                        1,
                        T0,
                        T0.plusSeconds(30),
                        30_000,
                        TRACE,
                        paymentRequest()));
        put(
                "command.send-bare",
                Codecs.COMMAND,
                new Command.Send(
                        ID, RequestKind.ORDER, "simulator", 6, T0, T0.plusSeconds(30), 1, null, orderRequest()));
        put(
                "command.send-named",
                Codecs.COMMAND,
                new Command.Send(
                        ID,
                        RequestKind.PAYMENT,
                        "simulator",
                        1,
                        T0,
                        T0.plusSeconds(30),
                        30_000,
                        TRACE,
                        paymentRequest(),
                        "p-1",
                        0));
        put(
                "command.send-recovered",
                Codecs.COMMAND,
                new Command.Send(
                        ID,
                        RequestKind.PAYMENT,
                        "simulator",
                        2,
                        T0,
                        T0.plusSeconds(30),
                        30_000,
                        TRACE,
                        paymentRequest(),
                        "p-1",
                        1));
        put(
                "command.inquire",
                Codecs.COMMAND,
                new Command.Inquire(
                        ID,
                        RequestKind.PAYMENT,
                        "simulator",
                        2,
                        T0,
                        T0.plusSeconds(30),
                        30_000,
                        TRACE,
                        paymentRequest()));
        put(
                "command.inquire-named",
                Codecs.COMMAND,
                new Command.Inquire(
                        ID,
                        RequestKind.PAYMENT,
                        "simulator",
                        2,
                        T0,
                        T0.plusSeconds(30),
                        30_000,
                        TRACE,
                        paymentRequest(),
                        "p-1",
                        "gw-77",
                        0));
        put(
                "command.inquire-recovered",
                Codecs.COMMAND,
                new Command.Inquire(
                        ID,
                        RequestKind.PAYMENT,
                        "simulator",
                        2,
                        T0,
                        T0.plusSeconds(30),
                        30_000,
                        TRACE,
                        paymentRequest(),
                        "p-1",
                        "gw-77",
                        2));
    }

    private static void reports() {
        attempt("delivered", new Outcome.Delivered(ok()));
        attempt(
                "refused",
                new Outcome.Refused(new Answer(
                        Category.CLIENT_ERROR,
                        402,
                        "card_declined",
                        "declined",
                        31,
                        Map.of(),
                        "gw-78",
                        "{\"error\":{}}")));
        attempt(
                "refused-by-criteria",
                new Outcome.Refused(new Answer(
                        Category.CLIENT_ERROR,
                        200,
                        "60200",
                        "no such account",
                        31,
                        Map.of(),
                        null,
                        "{\"error_code\":60200}",
                        "response_refused_criteria: $.error_code eq 60200")));
        attempt("retryable", new Outcome.Retryable(limited(), Outcome.Doubt.NONE));
        attempt("retryable-quota", new Outcome.Retryable(limited(), Outcome.Doubt.NONE, 86_400_000L));
        attempt("unknown", new Outcome.Unknown(silence()));
        attempt("not-sent", new Outcome.NotSent(Answer.none(Category.NOT_CONNECTED, null, null)));
        put(
                "report.inquiry",
                Codecs.REPORT,
                new Report.InquiryReport(ID, 2, "simulator", "sender-1", T0, Finding.SUCCEEDED, ok()));
        put(
                "report.attempt-recovered",
                Codecs.REPORT,
                new Report.AttemptReport(ID, 2, "simulator", "sender-1", T0, new Outcome.Delivered(ok()), 1));
        put(
                "report.inquiry-recovered",
                Codecs.REPORT,
                new Report.InquiryReport(ID, 2, "simulator", "sender-1", T0, Finding.SUCCEEDED, ok(), 2));
    }

    private static void results() {
        result("payment-authorized", RequestKind.PAYMENT, RequestStatus.AUTHORIZED, Fact.Verdict.SUCCEEDED, null);
        result("payment-failed", RequestKind.PAYMENT, RequestStatus.FAILED, Fact.Verdict.FAILED, "declined");
        result("order-succeeded", RequestKind.ORDER, RequestStatus.SUCCEEDED, Fact.Verdict.SUCCEEDED, null);
        result("order-failed", RequestKind.ORDER, RequestStatus.FAILED, Fact.Verdict.ABORTED, "6 attempts failed");
        put(
                "result.bare",
                Codecs.RESULT,
                new Result(
                        ID,
                        RequestKind.ORDER,
                        "branch",
                        "o-1",
                        RequestStatus.FAILED,
                        Fact.Verdict.EXPIRED,
                        null,
                        "simulator",
                        null,
                        null,
                        null,
                        0,
                        0,
                        null,
                        null,
                        null,
                        T0,
                        T0.plusSeconds(1),
                        null,
                        null));
    }

    private static void statusChanges() {
        for (RequestStatus status : RequestStatus.values()) {
            String name = status.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
            put(
                    "status-change." + name,
                    Codecs.STATUS_CHANGE,
                    new StatusChange(
                            ID,
                            3,
                            status == RequestStatus.SUCCEEDED ? RequestKind.ORDER : RequestKind.PAYMENT,
                            "shop",
                            "p-1",
                            status,
                            "waiting",
                            status == RequestStatus.PENDING,
                            1,
                            "no answer within 30s",
                            T0));
        }
        put(
                "status-change.bare",
                Codecs.STATUS_CHANGE,
                new StatusChange(
                        ID,
                        1,
                        RequestKind.ORDER,
                        "branch",
                        "o-1",
                        RequestStatus.PENDING,
                        "accepted",
                        false,
                        0,
                        null,
                        T0));
    }

    private static void rejections() {
        put(
                "rejection",
                Codecs.REJECTION,
                new Rejection(
                        new Rejection.Origin(
                                "kakutei.requests",
                                3,
                                42,
                                T0.minusSeconds(1),
                                "p-1",
                                137,
                                "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"),
                        RequestKind.PAYMENT,
                        "shop",
                        "p-1",
                        new Rejection.Problem(
                                "urn:kakutei:problem:invalid-request",
                                "The request is not valid",
                                400,
                                "2 fields are at fault.",
                                List.of(
                                        new Violation("/amount", "is missing"),
                                        new Violation("/currency", "is missing"))),
                        TRACE,
                        T0));
        put(
                "rejection.bare",
                Codecs.REJECTION,
                new Rejection(
                        new Rejection.Origin("kakutei.requests", 0, 0, T0, null, 0, null),
                        null,
                        null,
                        null,
                        new Rejection.Problem(
                                "urn:kakutei:problem:malformed-body",
                                "The body cannot be read",
                                400,
                                "The body is empty.",
                                List.of()),
                        null,
                        T0));
    }

    private static void operatorActions() {
        put(
                "operator-action",
                Codecs.OPERATOR_ACTION,
                new OperatorAction(
                        "action-1",
                        ID,
                        24,
                        OperatorAction.Type.SETTLE_SUCCEEDED,
                        "ops-1",
                        OperatorAction.Role.OPERATOR,
                        "seen in the bank's statement",
                        T0));
        put(
                "action-refusal",
                Codecs.ACTION_REFUSAL,
                new ActionRefusal(
                        "action-1",
                        ID,
                        OperatorAction.Type.HOLD,
                        "ops-1",
                        25,
                        "the request has moved on: the action is based on event 24, the last one is 25",
                        T0));
    }

    private static void alerts() {
        put(
                "alert",
                Codecs.ALERT,
                new Alert(
                        "a-1", Alert.Severity.HIGH, "verification_failed", ID, "simulator", "a person must look", T0));
        put(
                "alert.bare",
                Codecs.ALERT,
                new Alert("a-2", Alert.Severity.LOW, "slot_lag", null, null, "the slot is behind", T0));
        put(
                "alert.resolved",
                Codecs.ALERT,
                new Alert(
                        "a-3",
                        Alert.Severity.HIGH,
                        "verification_failed",
                        ID,
                        "simulator",
                        "over",
                        T0,
                        "verification_failed/simulator@" + T0,
                        T0,
                        12L,
                        T0));
    }

    private static void event(String name, int seq, Fact fact) {
        put("ledger-event." + name, Codecs.LEDGER_EVENT, new LedgerEvent(ID, seq, T0, "verifier-stream", fact));
    }

    private static void attempt(String name, Outcome outcome) {
        put(
                "report.attempt-" + name,
                Codecs.REPORT,
                new Report.AttemptReport(ID, 1, "simulator", "sender-1", T0, outcome));
    }

    private static void result(
            String name, RequestKind kind, RequestStatus status, Fact.Verdict verdict, String reason) {
        put(
                "result." + name,
                Codecs.RESULT,
                new Result(
                        ID,
                        kind,
                        "shop",
                        "k-1",
                        status,
                        verdict,
                        reason,
                        "simulator",
                        201,
                        "gw-77",
                        "rate_limited",
                        2,
                        1,
                        null,
                        new BigDecimal("1200.00"),
                        "JPY",
                        T0,
                        T0.plusSeconds(2),
                        json("{\"status\":\"AUTHORIZED\"}"),
                        TRACE));
    }

    private static <T> void put(String name, Codec<T> codec, T message) {
        ALL.put(name, new Sample<>(codec, message));
    }

    private static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
