package dev.kakutei.verifier;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ledger.RestoredState;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.verifier.ledger.ChangelogRecords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Compares the state of a partition, when it was read, with the end of the ledger topic. A difference counts when it is
 * still there after the state was read a second time: the end of a transaction reaches one topic before the other, and
 * the first reading may have come in between.
 */
final class StateCheck {
    /** Longer than the transactions of a verifier last: one that is open for longer has lost its end for good. */
    private static final Duration TRANSACTIONS = Duration.ofSeconds(30);

    private final LastLedgerEvents lastEvents;
    private final String changelog;
    private final Duration transactions;
    private final Map<Integer, LedgerEvent> suspected = new ConcurrentHashMap<>();

    /** @param recovery whose state it is */
    StateCheck(KafkaConfig kafka, int recovery) {
        this(kafka, recovery, TRANSACTIONS);
    }

    /** @param transactions longer than a transaction of a verifier lasts */
    StateCheck(KafkaConfig kafka, int recovery, Duration transactions) {
        this.lastEvents = new LastLedgerEvents(kafka);
        this.transactions = transactions;
        this.changelog = ChangelogRecords.entriesChangelog(VerifierConfig.applicationId(kafka, recovery));
    }

    /**
     * What the state has lost; empty where nothing is missing.
     *
     * @throws StreamsException when the state must be read again
     */
    Optional<String> loss(RestoredState state) {
        List<LedgerEvent> last = lastEvents.read(state.partition());
        Optional<String> loss = state.loss(last);
        if (loss.isEmpty()) {
            suspected.remove(state.partition());
            return loss;
        }
        LedgerEvent newest = last.get(last.size() - 1);
        if (newest.equals(suspected.get(state.partition()))) {
            return loss;
        }
        // One that stays open has lost its end, or its end is late: the second reading decides that, too.
        lastEvents.awaitEnded(changelog, state.partition(), transactions);
        suspected.put(state.partition(), newest);
        throw new StreamsException("the state of partition " + state.partition() + " is read again: " + loss.get());
    }
}
