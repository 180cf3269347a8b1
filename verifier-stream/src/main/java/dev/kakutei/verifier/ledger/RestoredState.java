package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The state of one partition as it was read from the changelogs. What is decided goes to the ledger topic and to the changelogs in
 * one transaction, so the request of the last event must be there as that event left it. Where it is not, a changelog has lost its
 * tail, and what was sent would be taken for new.
 *
 * @param forgottenUpTo acceptances up to then may have been forgotten; null where none was
 */
public record RestoredState(
        int partition,
        ReadOnlyKeyValueStore<String, Entry> entries,
        ReadOnlyKeyValueStore<String, ?> documents,
        Instant forgottenUpTo) {
    /**
     * What the state has lost; empty where it has the last event.
     *
     * @param last the end of the partition of the ledger topic, in its order
     */
    public Optional<String> loss(List<LedgerEvent> last) {
        // Only a comment or a summary may come to a request that is settled and perhaps forgotten.
        Optional<RequestId> request = last.stream()
                .filter(event -> !(event.fact() instanceof Fact.Commented
                        || event.fact() instanceof ApprovalFact.SummaryAttached))
                .reduce((one, next) -> next)
                .map(LedgerEvent::requestId);
        return request.flatMap(id -> last.stream()
                .filter(event -> event.requestId().equals(id))
                .reduce((one, next) -> next)
                .flatMap(this::loss));
    }

    private Optional<String> loss(LedgerEvent newest) {
        String key = newest.requestId().toString();
        Entry entry = entries.get(key);
        if (entry == null) {
            return forgottenUpTo != null && !newest.at().isAfter(forgottenUpTo)
                    ? Optional.empty()
                    : lost(newest, "the state does not know that request");
        }
        if (entry.seq() < newest.seq()) {
            return lost(newest, "the state knows its event " + entry.seq());
        }
        if (entry.seq() > newest.seq()) {
            return Optional.of("Kafka has lost records: the ledger topic ends in partition " + partition
                    + " with event "
                    + newest.seq() + " of request " + newest.requestId() + ", and the verifier's state knows its event "
                    + entry.seq());
        }
        return entry.status().terminal() || documents.get(key) != null
                ? Optional.empty()
                : lost(newest, "the state does not have its document");
    }

    private Optional<String> lost(LedgerEvent newest, String instead) {
        return Optional.of("Kafka has lost records: the ledger topic ends in partition " + partition + " with event "
                + newest.seq() + " of request " + newest.requestId() + ", and " + instead);
    }
}
