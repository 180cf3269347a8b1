package dev.kakutei.ledger;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.AnswerText;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.TraceContext;
import java.time.Instant;

/** The messages that are published about an entry: result, status change, alerts. */
public final class ResultMessages {
    private ResultMessages() {}

    /** The terminal result (SPEC C11). */
    public static Result result(Entry entry) {
        return new Result(
                entry.id(),
                entry.kind(),
                entry.client(),
                entry.idempotencyKey(),
                entry.status().outward(entry.kind()),
                entry.status().verdict(),
                entry.reason(),
                entry.gateway(),
                entry.lastAnswer().statusCode(),
                entry.lastAnswer().reference(),
                entry.lastAnswer().errorCode(),
                entry.attempts().count(),
                entry.inquiries().count(),
                entry.inquiries().lastAt(),
                entry.amount(),
                entry.currency(),
                entry.acceptedAt(),
                entry.settlement().at(),
                AnswerText.shown(entry.lastAnswer().excerpt()),
                TraceContext.child(entry.traceparent(), "result"));
    }

    public static StatusChange statusChange(Entry entry) {
        return new StatusChange(
                entry.id(),
                entry.seq(),
                entry.kind(),
                entry.client(),
                entry.idempotencyKey(),
                entry.status().outward(entry.kind()),
                entry.status().word(),
                entry.pendingVerification(),
                entry.attempts().count(),
                entry.reason(),
                entry.updatedAt(),
                approval(entry.approval()));
    }

    private static StatusChange.Approval approval(Approval approval) {
        return approval == null
                ? null
                : new StatusChange.Approval(
                        approval.status(), approval.since(), approval.approvedAt(), approval.approvedBy());
    }

    /** @param entry null where the alert concerns no request that is known */
    public static Alert alert(Entry entry, Effect.Raise raise, Instant now) {
        String subject = entry == null ? "unknown" : entry.id().toString();
        return new Alert(
                raise.cause() + "/" + subject,
                raise.severity(),
                raise.cause(),
                entry == null ? null : entry.id(),
                entry == null ? null : entry.gateway(),
                raise.summary(),
                now);
    }

    /** Where it was raised before, this request is no reason for it any more. */
    public static Alert cleared(Entry entry, Effect.Clear clear, Instant now) {
        String cause = clear.cause().word();
        return new Alert(
                cause + "/" + entry.id() + "/cleared",
                Alert.Severity.LOW,
                cause,
                entry.id(),
                clear.gateway(),
                "the request is " + entry.status().word(),
                now,
                null,
                null,
                null,
                now);
    }
}
