package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.Alarm;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.TraceContext;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The sinks of the topology, by their names there. A message has the time of what it follows from. */
record LedgerSinks(ProcessorContext<String, Object> context) {
    void forward(String key, Object message, Instant now, Headers headers, String sink) {
        context.forward(new Record<>(key, message, now.toEpochMilli(), headers), sink);
    }

    /** Keyed by its subject, so that equal alarms meet in one partition. */
    void raise(Alert alert, Instant now) {
        forward(Alarm.subject(alert), alert, now, new RecordHeaders(), "alarms");
    }

    /** A step below the trace of a request; none where that has none. */
    static Headers traced(String traceparent, String step) {
        return header(TraceContext.child(traceparent, step));
    }

    /** @param traceparent null for none */
    static Headers header(String traceparent) {
        RecordHeaders headers = new RecordHeaders();
        if (traceparent != null) {
            headers.add(TraceContext.HEADER, traceparent.getBytes(StandardCharsets.US_ASCII));
        }
        return headers;
    }
}
