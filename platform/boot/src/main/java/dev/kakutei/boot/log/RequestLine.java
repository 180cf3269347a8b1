package dev.kakutei.boot.log;

import org.slf4j.spi.LoggingEventBuilder;

/**
 * A line about one request, with the fields that it can be found by. What is not known where it is written is left out;
 * {@code request_id} and {@code trace_id} are everywhere the same.
 */
public final class RequestLine {
    public static final String REQUEST_ID = "request_id";
    public static final String TRACE_ID = "trace_id";
    private static final int TRACE = 3;
    private static final int TRACE_END = 35;

    private LoggingEventBuilder line;

    private RequestLine(LoggingEventBuilder line) {
        this.line = line;
    }

    /** @param requestId null where the request has none yet */
    public static RequestLine at(LoggingEventBuilder level, Object requestId) {
        return new RequestLine(level).with(REQUEST_ID, requestId);
    }

    public RequestLine idempotencyKey(String key) {
        return with("idempotency_key", key);
    }

    public RequestLine status(String status) {
        return with("status", status);
    }

    public RequestLine attempts(int attempts) {
        return with("attempts", attempts);
    }

    public RequestLine lastErrorCode(String code) {
        return with("last_error_code", code);
    }

    /** The gateway. */
    public RequestLine adapter(String gateway) {
        return with("adapter", gateway);
    }

    public RequestLine trace(String traceparent) {
        return traceparent == null || traceparent.length() < TRACE_END
                ? this
                : with(TRACE_ID, traceparent.substring(TRACE, TRACE_END));
    }

    public RequestLine cause(Throwable cause) {
        line = line.setCause(cause);
        return this;
    }

    public void log(String message, Object... values) {
        line.log(message, values);
    }

    private RequestLine with(String field, Object value) {
        if (value != null) {
            line = line.addKeyValue(field, value);
        }
        return this;
    }
}
