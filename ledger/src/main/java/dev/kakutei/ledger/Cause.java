package dev.kakutei.ledger;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Why somebody is told, and when that is over. Each has its section in the runbook. */
public enum Cause {
    /** The outcome of a request is in doubt, and no rule can clear it. */
    VERIFICATION_FAILED(Ending.WHEN_CLEARED),
    /** A request was given up after its last attempt; none took effect. */
    ATTEMPTS_USED_UP(Ending.AFTER_SILENCE),
    /** A gateway said the opposite of what was settled. */
    CONTRADICTION(Ending.AFTER_SILENCE),
    /** A gateway that does not forgive repetition may have acted twice. */
    PERHAPS_TWICE(Ending.AFTER_SILENCE),
    /** A request was announced from a time of which all that was settled is forgotten. */
    TOO_OLD_TO_BE_NEW(Ending.AFTER_SILENCE),
    /** Something was reported or ordered about a request that is not known. */
    REPORT_WITHOUT_COMMAND(Ending.AFTER_SILENCE),
    /** Senders lost their position in a gateway's commands: what may have been posted before is unknown. */
    POSITION_LOST(Ending.AFTER_SILENCE),
    /** Kafka lost records: what may have been sent without a trace of it is in doubt. */
    RECORDS_LOST(Ending.AFTER_SILENCE),
    /** Kafka is behind what Postgres has read from it: nothing is sent until a recovery. */
    STORES_DISAGREE(Ending.WHEN_CLEARED),
    /** A record on a topic of ours cannot be read. */
    QUARANTINED_RECORD(Ending.AFTER_SILENCE),
    /** A rule of the ledger failed, which is a bug: a record was passed over, or a timer waits. */
    DECISION_FAILED(Ending.AFTER_SILENCE),
    /** Every status query at a gateway is answered "not found", so that this is not believed there any more. */
    STATUS_QUERY_FINDS_NOTHING(Ending.AFTER_SILENCE),
    /** Calls of a gateway find no connection. */
    GATEWAY_UNREACHABLE(Ending.WHEN_SEEN_OVER),
    /** A request waits for an approver, and has waited for longer than its policy likes. */
    APPROVAL_OVERDUE(Ending.WHEN_CLEARED);

    /** When it is over. */
    public enum Ending {
        /** When the last request for which it was raised is none any more: it is a state. */
        WHEN_CLEARED,
        /** When it was not raised for long: it is an event, and nobody but a person knows whether it is mended. */
        AFTER_SILENCE,
        /** When the opposite is seen, or when it was not raised for long: whoever had seen it may have died since. */
        WHEN_SEEN_OVER
    }

    private final Ending ending;

    Cause(Ending ending) {
        this.ending = ending;
    }

    public Ending ending() {
        return ending;
    }

    /** The word on the wire. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Cause> ofWord(String word) {
        return Stream.of(values()).filter(cause -> cause.word().equals(word)).findFirst();
    }
}
