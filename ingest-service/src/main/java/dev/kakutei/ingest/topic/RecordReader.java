package dev.kakutei.ingest.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.schemas.RequestKind;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes records. Whatever is in one, the result is a request or a problem, and never an exception. */
public final class RecordReader {
    private static final Logger log = LoggerFactory.getLogger(RecordReader.class);
    private static final byte[] NOTHING = {};

    private final Admission admission;
    private final RequestBodyReader bodies;

    public RecordReader(Admission admission, RequestBodyReader bodies) {
        this.admission = admission;
        this.bodies = bodies;
    }

    DecodedRecord read(ConsumerRecord<byte[], byte[]> record, Instant now) {
        RecordHeaders headers = new RecordHeaders(record.headers());
        RequestKind kind = null;
        String client = null;
        JsonNode body = MissingNode.getInstance();
        try {
            kind = headers.kind();
            client = headers.client();
            body = bodies.read(record.value() == null ? NOTHING : record.value());
            Admission.Envelope envelope = new Admission.Envelope(
                    kind,
                    client,
                    headers.all(RecordHeaders.KEY),
                    headers.all(RecordHeaders.TIMEOUT),
                    headers.traceparent());
            Admission.Admitted admitted = admission.admit(envelope, body, now);
            String key = admitted.request().fact().idempotencyKey();
            String trace = admitted.request().fact().traceparent();
            return new DecodedRecord(record, kind, client, key, trace, admitted, null);
        } catch (Refused e) {
            return refused(record, kind, client, headers, body, e.problem());
        } catch (RuntimeException e) {
            log.error(
                    "Decoding a record failed unexpectedly; it is rejected: {}-{}@{}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e);
            return refused(record, kind, client, headers, body, Problem.internal());
        }
    }

    private static DecodedRecord refused(
            ConsumerRecord<byte[], byte[]> record,
            RequestKind kind,
            String client,
            RecordHeaders headers,
            JsonNode body,
            Problem problem) {
        String key = Admission.statedKey(headers.all(RecordHeaders.KEY), body).orElse(null);
        String trace = Admission.statedTrace(headers.traceparent()).orElse(null);
        return new DecodedRecord(record, kind, client, key, trace, null, problem);
    }
}
