package dev.kakutei.ledger;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Why an alert is raised, and when it is resolved. Each cause has its section in the runbook. */
public enum Cause {
    /** The outcome of a request is in doubt, and no rule can clear it. */
    VERIFICATION_FAILED(Resolution.WHEN_CLEARED),
    /** A request was given up after its last attempt; none took effect. */
    ATTEMPTS_USED_UP(Resolution.AFTER_SILENCE),
    /** A gateway said the opposite of what was settled. */
    CONTRADICTION(Resolution.AFTER_SILENCE),
    /** A gateway that does not forgive repetition may have acted twice. */
    PERHAPS_TWICE(Resolution.AFTER_SILENCE),
    /** A request was announced from a time of which all settled entries are removed. */
    TOO_OLD_TO_BE_NEW(Resolution.AFTER_SILENCE),
    /** Something was reported or requested about a request that is not known. */
    REPORT_WITHOUT_COMMAND(Resolution.AFTER_SILENCE),
    /** Senders lost their position in a gateway's commands: what may have been posted before is unknown. */
    POSITION_LOST(Resolution.AFTER_SILENCE),
    /** Kafka lost records: what may have been sent without a trace of it is in doubt. */
    RECORDS_LOST(Resolution.AFTER_SILENCE),
    /** Kafka is behind what Postgres has read from it: nothing is sent until a recovery. */
    STORES_DISAGREE(Resolution.WHEN_CLEARED),
    /** A record on a topic of ours cannot be read. */
    QUARANTINED_RECORD(Resolution.AFTER_SILENCE),
    /** A rule of the ledger failed, which is a bug: a record was passed over, or a timer waits. */
    DECISION_FAILED(Resolution.AFTER_SILENCE),
    /** Every status query at a gateway is answered "not found", so that this is not believed there any more. */
    STATUS_QUERY_FINDS_NOTHING(Resolution.AFTER_SILENCE),
    /** Calls of a gateway find no connection. */
    GATEWAY_UNREACHABLE(Resolution.WHEN_SEEN_OVER),
    /** A request waits for an approver, and has waited for longer than its policy likes. */
    APPROVAL_OVERDUE(Resolution.WHEN_CLEARED);

    /** When an alert is resolved. */
    public enum Resolution {
        /** When the last request for which it was raised is none any more: it is a state. */
        WHEN_CLEARED,
        /** When it was not raised for long: it is an event, and only a person knows whether its reason is fixed. */
        AFTER_SILENCE,
        /**
         * When the opposite is seen, or when it was not raised for long: the process that saw it may have died since.
         */
        WHEN_SEEN_OVER
    }

    private final Resolution resolution;

    Cause(Resolution resolution) {
        this.resolution = resolution;
    }

    public Resolution resolution() {
        return resolution;
    }

    /** The word on the wire. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Cause> ofWord(String word) {
        return Stream.of(values()).filter(cause -> cause.word().equals(word)).findFirst();
    }
}
