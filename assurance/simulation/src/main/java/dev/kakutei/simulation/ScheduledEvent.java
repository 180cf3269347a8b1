package dev.kakutei.simulation;

import dev.kakutei.ledger.Observation;

/** Something that will happen at a moment of virtual time. Reused: millions are needed. */
final class ScheduledEvent {
    enum Kind {
        /** The shell observes something. */
        OBSERVED,
        /** The caller's request is accepted. */
        ACCEPTED,
        /** The shell checks whether it may remove the entry. */
        REMOVAL_CHECKED,
        SHELL_RESTORED,
        /** Numbers and rules are other ones from now on. */
        CONFIGURATION_RELOADED,
        /** The shell is started again, without a gateway. */
        GATEWAY_REMOVED,
        /** The shell is started again, with all of them. */
        GATEWAY_RESTORED,
        /** Kafka loses records, and everything is halted. */
        RECORDS_LOST,
        /** Postgres is what it was at an earlier time. */
        POSTGRES_PUT_BACK,
        /** Services notice that a store is older than it was. */
        HALTED,
        /** An operator has recovered the installation. */
        RECOVERED,
        COMMAND_READ,
        /** By a sender that does not know whether another one has acted on it. */
        COMMAND_READ_AGAIN,
        FRESHNESS_CHECKED,
        WRITTEN,
        REACHED,
        DECIDED,
        ANSWERED,
        GAVE_UP,
        INQUIRY_READ,
        PERSON_LOOKED,
        APPROVER_LOOKED,
        CLOCK_MOVED
    }

    Kind kind;
    long at;
    int sequence;
    SimulatedRequest request;
    SimulatedPost post;
    /** Which one is asked. */
    GatewayTruth gateway;

    Object what;
    long number;
    /** The recovery that a command of the happening names. */
    int recovery;

    Observation observation() {
        return (Observation) what;
    }
}
