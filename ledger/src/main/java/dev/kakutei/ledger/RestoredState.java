package dev.kakutei.ledger;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The state of one partition as it was read from the changelogs. What is decided goes to the ledger topic and to the changelogs in
 * one transaction, so the request of the last event must be there as that event left it. Where it is not, a changelog has lost its
 * tail, and what was sent would be taken for new.
 *
 * @param entries null for a request that is not known
 * @param documents whether the document of a request is there
 * @param removedUpTo entries of requests accepted up to then may have been removed; null where none was
 */
public record RestoredState(
        int partition, Function<RequestId, Entry> entries, Predicate<RequestId> documents, Instant removedUpTo) {
    /**
     * What the state has lost; empty where it has the last event.
     *
     * @param last the end of the partition of the ledger topic, in its order
     */
    public Optional<String> loss(List<LedgerEvent> last) {
        Set<RequestId> removed = new HashSet<>();
        for (int i = last.size() - 1; i >= 0; i--) {
            LedgerEvent newest = last.get(i);
            Entry entry = entries.apply(newest.requestId());
            if (entry != null) {
                return loss(newest, entry);
            }
            // A comment or a summary may come to a request that is settled and removed.
            boolean isNote =
                    newest.fact() instanceof Fact.Commented || newest.fact() instanceof ApprovalFact.SummaryAttached;
            boolean isLast = !isNote && removed.add(newest.requestId());
            if ((isLast || newest.fact() instanceof Fact.Accepted) && !mayHaveBeenRemoved(newest)) {
                return lost(newest, "the state does not know that request");
            }
        }
        return Optional.empty();
    }

    /**
     * A recovery publishes old events again. What was contradicted is never removed. Nor is what was accepted later, though a clock
     * that was set back meanwhile gave its last event an earlier time.
     */
    private boolean mayHaveBeenRemoved(LedgerEvent event) {
        return removedUpTo != null && !event.at().isAfter(removedUpTo) && !(event.fact() instanceof Fact.Contradicted);
    }

    private Optional<String> loss(LedgerEvent newest, Entry entry) {
        if (entry.seq() < newest.seq()) {
            return lost(newest, "the state knows its event " + entry.seq());
        }
        if (entry.seq() > newest.seq()) {
            return Optional.of("Kafka has lost records: the ledger topic ends in partition " + partition
                    + " with event "
                    + newest.seq() + " of request " + newest.requestId() + ", and the verifier's state knows its event "
                    + entry.seq());
        }
        return entry.status().terminal() || documents.test(newest.requestId())
                ? Optional.empty()
                : lost(newest, "the state does not have its document");
    }

    private Optional<String> lost(LedgerEvent newest, String instead) {
        return Optional.of("Kafka has lost records: the ledger topic ends in partition " + partition + " with event "
                + newest.seq() + " of request " + newest.requestId() + ", and " + instead);
    }
}
