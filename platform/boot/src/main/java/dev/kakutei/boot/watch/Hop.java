package dev.kakutei.boot.watch;

import java.util.Locale;

/** The hops of a request, and which service measures each (SPEC F1). */
public enum Hop {
    /** ingest-service: from taking a request to its commit. */
    ACCEPT,
    /** outbox-relay: from the commit to the acknowledgement of Kafka. */
    CAPTURE,
    /** verifier-stream: from there to the decision. */
    DECIDE,
    /** broker-sender: from the decision to the beginning of the call. */
    POST,
    /** broker-sender: from there to the gateway's answer, or to giving up on it. */
    ANSWER,
    /** verifier-stream: from the answer to the decision about it. */
    SETTLE,
    /** ingest-service: from a decision to its row in Postgres. */
    PROJECT;

    /** The value of the label. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
