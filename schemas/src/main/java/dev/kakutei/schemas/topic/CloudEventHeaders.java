package dev.kakutei.schemas.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.StatusChange;
import java.util.LinkedHashMap;
import java.util.Map;

/** CloudEvents 1.0 in Kafka's binary mode: the attributes are headers, the value is the bare JSON (SPEC C11). */
public final class CloudEventHeaders {
    private static final String SOURCE = "kakutei";

    private CloudEventHeaders() {}

    public static Map<String, byte[]> of(Result result) {
        // One terminal result per request: its id alone names it, so a consumer can drop a repetition.
        return headers(
                result.requestId() + "/result",
                result.eventType(),
                result.requestId().toString(),
                result.settledAt().toString(),
                result.traceparent());
    }

    public static Map<String, byte[]> of(StatusChange change) {
        return headers(
                change.requestId() + "/" + change.seq(),
                change.eventType(),
                change.requestId().toString(),
                change.at().toString(),
                null);
    }

    public static Map<String, byte[]> of(Rejection rejection) {
        String place = rejection.origin().place();
        return headers(
                place,
                "RequestRejected",
                rejection.idempotencyKey() == null ? place : rejection.idempotencyKey(),
                rejection.at().toString(),
                rejection.traceparent());
    }

    private static Map<String, byte[]> headers(
            String id, String type, String subject, String time, String traceparent) {
        Map<String, byte[]> headers = new LinkedHashMap<>();
        headers.put("ce_specversion", "1.0".getBytes(UTF_8));
        headers.put("ce_id", id.getBytes(UTF_8));
        headers.put("ce_source", SOURCE.getBytes(UTF_8));
        headers.put("ce_type", type.getBytes(UTF_8));
        headers.put("ce_subject", subject.getBytes(UTF_8));
        headers.put("ce_time", time.getBytes(UTF_8));
        headers.put("content-type", "application/json".getBytes(UTF_8));
        if (traceparent != null) {
            headers.put("traceparent", traceparent.getBytes(UTF_8));
        }
        return headers;
    }
}
