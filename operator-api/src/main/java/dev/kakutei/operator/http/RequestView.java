package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.Caller;
import dev.kakutei.boot.redact.RedactedJson;
import dev.kakutei.ledger.Approval;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.AnswerText;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.database.FactJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/** A request as callers see it. */
public final class RequestView {
    private static final String VERIFICATION_REQUIRED = "verificationRequired";

    private RequestView() {}

    /** Where the request can be followed. */
    public static String location(String idempotencyKey) {
        return "/requests/"
                + URLEncoder.encode(idempotencyKey, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Where this caller can follow it: without its client's name, a key is taken for the caller's own. */
    static String location(Entry entry, Caller caller) {
        String own = location(entry.idempotencyKey());
        return entry.client().equals(caller.client())
                ? own
                : own + "?client=" + URLEncoder.encode(entry.client(), StandardCharsets.UTF_8);
    }

    /** Just stored: nothing can have been done about it before. */
    public static ObjectNode ofAcceptance(Entry entry, Instant now) {
        return of(entry, now).put(VERIFICATION_REQUIRED, false);
    }

    public static ObjectNode of(Entry entry, Instant now) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("request_id", entry.id().toString());
        view.put("idempotency_key", entry.idempotencyKey());
        view.put("kind", entry.kind().wire());
        view.put("status", entry.status().outward(entry.kind()).name());
        view.put("state", entry.status().word());
        view.put("attempts", entry.attempts().count());
        view.put("gateway", entry.gateway());
        view.put("accepted_at", entry.acceptedAt().toString());
        view.put("updated_at", entry.updatedAt().toString());
        if (entry.kind().shows(RequestKind.Shown.VERIFICATION)) {
            view.put("pending_verification", entry.pendingVerification());
            view.put("verification_attempts", entry.inquiries().count());
            view.put("last_verification_at", text(entry.inquiries().lastAt()));
        }
        view.put(VERIFICATION_REQUIRED, entry.outcomeUnknown(now));
        putIfPresent(view, "settled_at", text(entry.settlement().at()));
        putIfPresent(view, "reason", entry.reason());
        putIfPresent(view, "last_error_code", entry.lastAnswer().errorCode());
        if (entry.lastAnswer().statusCode() != null) {
            view.put("gateway_status_code", entry.lastAnswer().statusCode());
        }
        if (entry.status() == Status.RETRYING && entry.dueAt() != null) {
            view.put("retry_after", secondsUntil(entry.dueAt(), now));
        }
        putIfPresent(view, "gateway_reference", entry.lastAnswer().reference());
        if (entry.kind().shows(RequestKind.Shown.ANSWER) && entry.status() == Status.SUCCEEDED) {
            putAnswer(view, AnswerText.shown(entry.lastAnswer().excerpt()));
        }
        if (entry.contradicted()) {
            view.put("contradicted", true);
        }
        if (entry.approval() != null) {
            view.set("approval", approval(entry));
        }
        return view;
    }

    private static ObjectNode approval(Entry entry) {
        Approval approval = entry.approval();
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("policy", approval.policy());
        view.put("status", approval.status().name());
        view.put("requested_at", approval.since().toString());
        view.put("since", approval.since().toString());
        view.put("version", entry.version().number());
        view.put("digest", entry.version().digest());
        view.put("submitted_by", entry.version().submittedBy());
        putIfPresent(view, "note", entry.version().note());
        view.put("comments", entry.comments().count());
        putIfPresent(view, "limit_at", text(approval.limitAt()));
        putIfPresent(view, "approved_at", text(approval.approvedAt()));
        putIfPresent(view, "approved_by", approval.approvedBy());
        return view;
    }

    /** After how many seconds to ask again; empty where nothing changes by itself any more. */
    public static OptionalLong lookAgainAfter(Entry entry, Instant now) {
        if (entry.status().terminal() || entry.status().waitsForPerson()) {
            return OptionalLong.empty();
        }
        boolean rests = entry.status() == Status.RETRYING || entry.status() == Status.VERIFYING;
        // While it is under way, the answer may come at any moment.
        return OptionalLong.of(rests && entry.dueAt() != null ? Math.max(1, secondsUntil(entry.dueAt(), now)) : 1);
    }

    /** A request as its result shows it; the snapshot may not be that far yet. */
    public static ObjectNode of(Result result) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("request_id", result.requestId().toString());
        view.put("idempotency_key", result.idempotencyKey());
        view.put("kind", result.kind().wire());
        view.put("status", result.status().name());
        view.put("state", state(result).word());
        view.put("attempts", result.attempts());
        view.put("gateway", result.gateway());
        view.put("accepted_at", result.acceptedAt().toString());
        view.put("updated_at", result.settledAt().toString());
        if (result.kind().shows(RequestKind.Shown.VERIFICATION)) {
            view.put("pending_verification", false);
            view.put("verification_attempts", result.verificationAttempts());
            view.put("last_verification_at", text(result.lastVerificationAt()));
        }
        view.put(VERIFICATION_REQUIRED, false);
        view.put("settled_at", result.settledAt().toString());
        putIfPresent(view, "reason", result.reason());
        putIfPresent(view, "last_error_code", result.lastErrorCode());
        if (result.gatewayStatusCode() != null) {
            view.put("gateway_status_code", result.gatewayStatusCode());
        }
        putIfPresent(view, "gateway_reference", result.gatewayReference());
        if (result.kind().shows(RequestKind.Shown.ANSWER) && state(result) == Status.SUCCEEDED) {
            putAnswer(view, result.answer());
        }
        return view;
    }

    public static Status state(Result result) {
        return Status.of(result.verdict());
    }

    /** Who did what, and when. */
    public static ObjectNode timeline(Entry entry, List<LedgerEvent> events) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("request_id", entry.id().toString());
        view.put("idempotency_key", entry.idempotencyKey());
        view.put("current_event_id", entry.currentEventId());
        var list = view.putArray("events");
        for (LedgerEvent event : events) {
            list.add(of(event));
        }
        return view;
    }

    public static ObjectNode of(LedgerEvent event) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("event_id", event.seq());
        view.put("type", FactJson.type(event.fact()));
        view.put("at", event.at().toString());
        view.put("by", event.by());
        ObjectNode fact = Json.MAPPER.valueToTree(event.fact());
        fact.remove("type");
        if (fact.has("request")) {
            // The gateway gets it as the caller sent it; viewers need not see card numbers.
            fact.set("request", RedactedJson.of(fact.get("request")));
        }
        view.set("fact", fact);
        return view;
    }

    private static void putAnswer(ObjectNode view, JsonNode answer) {
        if (answer != null) {
            view.set("answer", answer);
        }
    }

    static void putIfPresent(ObjectNode view, String field, String value) {
        if (value != null) {
            view.put(field, value);
        }
    }

    /** Rounded up: a caller that asks again then must not be too early. */
    private static long secondsUntil(Instant due, Instant now) {
        return Math.max(0, Math.floorDiv(Duration.between(now, due).toMillis() + 999, 1000));
    }

    private static String text(Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
