package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.topic.Topics;
import java.time.Instant;

/** Reads a record of one of the verifier's input topics as an observation of the ledger. */
record ObservationDecoder(Topics topics) {
    /**
     * @param removedUpTo settled requests that were accepted up to then may have been removed
     * @throws dev.kakutei.schemas.codec.Undecodable where the value cannot be read
     * @throws IllegalArgumentException where the key is another one than the request's
     */
    Observation decode(String topic, String key, byte[] value, Instant removedUpTo) {
        if (topic.equals(topics.accepted().name())) {
            LedgerEvent event = topics.accepted().codec().decode(value);
            requireKey(key, event.requestId());
            return new Observation.Arrived(event, removedUpTo);
        }
        if (topic.equals(topics.actions().name())) {
            OperatorAction action = topics.actions().codec().decode(value);
            requireKey(key, action.requestId());
            return new Observation.ActionRequested(action);
        }
        Report report = topics.outcomes().codec().decode(value);
        requireKey(key, report.requestId());
        return new Observation.Reported(report);
    }

    /** Under another key it would be decided upon in a partition where the request does not live. */
    private static void requireKey(String key, RequestId id) {
        if (!id.toString().equals(key)) {
            throw new IllegalArgumentException("the key is " + key + ", the request is " + id);
        }
    }
}
