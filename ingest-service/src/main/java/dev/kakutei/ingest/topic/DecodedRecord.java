package dev.kakutei.ingest.topic;

import static java.util.Objects.requireNonNull;

import dev.kakutei.http.Problem;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.CanonicalJson;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record of the request topic after decoding.
 *
 * @param kind as far as it could be read; so are {@code client}, {@code idempotencyKey} and {@code traceparent}
 * @param admitted the request that it is; null where it is none
 * @param problem why it is no request; null where it is one
 */
record DecodedRecord(
        ConsumerRecord<byte[], byte[]> record,
        RequestKind kind,
        String client,
        String idempotencyKey,
        String traceparent,
        Admission.Admitted admitted,
        Problem problem) {
    /** A producer's timestamp beyond this is cut to it. */
    private static final long LATEST = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

    DecodedRecord {
        requireNonNull(record, "record");
        if ((admitted == null) == (problem == null)) {
            throw new IllegalArgumentException("a record is a request or it is not");
        }
    }

    /** It can be accepted as a new request. */
    boolean isFresh() {
        return admitted != null && admitted.objections().isEmpty();
    }

    Rejection rejected(Problem why, Instant now) {
        return new Rejection(
                origin(),
                kind,
                client,
                idempotencyKey,
                new Rejection.Problem(why.urn(), why.title(), why.status(), why.detail(), why.errors()),
                traceparent,
                now);
    }

    private Rejection.Origin origin() {
        byte[] key = record.key();
        byte[] value = record.value();
        return new Rejection.Origin(
                record.topic(),
                record.partition(),
                record.offset(),
                Instant.ofEpochMilli(Math.max(0, Math.min(LATEST, record.timestamp()))),
                key == null ? null : RecordHeaders.text(key),
                value == null ? 0 : value.length,
                value == null ? null : CanonicalJson.digest(value));
    }
}
