package dev.kakutei.ingest.topic;

import static java.util.Objects.requireNonNull;

import dev.kakutei.http.Problem;

/**
 * The outcome of one record.
 *
 * @param problem why it was rejected; null where it was not
 * @param waitsFor what must be available again before the record can be processed; null unless it waits
 */
record RecordOutcome(Type type, Problem problem, String waitsFor) {
    enum Type {
        /** It is durable, and it is new. */
        ACCEPTED,
        /** The same request was stored before; nothing was stored now. */
        SAME,
        REJECTED,
        /** It must be read again. */
        WAITS
    }

    static final RecordOutcome ACCEPTED = new RecordOutcome(Type.ACCEPTED, null, null);
    static final RecordOutcome SAME = new RecordOutcome(Type.SAME, null, null);

    RecordOutcome {
        requireNonNull(type, "type");
        if ((type == Type.REJECTED) != (problem != null) || (type == Type.WAITS) != (waitsFor != null)) {
            throw new IllegalArgumentException(type + " with " + problem + ", " + waitsFor);
        }
    }

    static RecordOutcome rejected(Problem problem) {
        return new RecordOutcome(Type.REJECTED, problem, null);
    }

    static RecordOutcome waits(String reason) {
        return new RecordOutcome(Type.WAITS, null, reason);
    }
}
