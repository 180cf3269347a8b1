package dev.kakutei.standalone.transactions;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what was decided about a hanging transaction, or says why that is not known.
 *
 * <p>A partition sees no end between transactions whose markers were left out: they are open as one, and one marker ends
 * them all. So all that lie there must have been decided alike. From version 2 of the protocol on, each transaction has
 * an epoch of its own, and they can be distinguished for certain; before, by time.
 */
final class Decisions {
    private static final int EPOCH_PER_TRANSACTION = 2;
    /** How far the clocks of a producer and a broker may differ. */
    private static final Duration SKEW = Duration.ofSeconds(30);

    private Decisions() {}

    /** @param log of the coordinator, in its order; others' records do no harm */
    static MarkerDecision of(OpenTransaction open, FirstBatch first, List<LogEntry> log) {
        if (first.producerId() != open.producerId()) {
            return new MarkerDecision.Unknown("the record at offset " + open.startOffset() + " is of another producer, "
                    + first.producerId() + ": it moved meanwhile, or the partition's leader is mistaken");
        }
        List<LogEntry> own =
                log.stream().filter(entry -> entry.isOf(open.producerId())).toList();
        if (own.isEmpty()) {
            return new MarkerDecision.Unknown("the coordinator's log has nothing of this producer any more");
        }
        EndedTransaction.History history = EndedTransaction.of(open.producerId(), own);
        Optional<LogEntry> inHand = history.inHand();
        if (inHand.filter(entry -> entry.partitions().contains(open.partition()))
                .isPresent()) {
            return new MarkerDecision.Unknown(
                    "the coordinator is at work on it (" + inHand.get().state() + ")");
        }
        Optional<EndedTransaction> last = last(open, first, history.ended());
        if (last.isEmpty()) {
            return new MarkerDecision.Unknown(
                    "no transaction that wrote to this partition is in the coordinator's log any"
                            + " more; it goes back to " + own.get(0).written());
        }
        if (last.get().epoch() != open.epoch()) {
            return new MarkerDecision.Unknown(
                    "the last transaction in the coordinator's log that wrote to this partition has" + " epoch "
                            + last.get().epoch() + ", what is open there has epoch " + open.epoch());
        }
        if (last.get().version() < EPOCH_PER_TRANSACTION && inHand.isPresent()) {
            return new MarkerDecision.Unknown(
                    "the producer is at work elsewhere, and by the protocol it speaks a marker could"
                            + " meet its next transaction: stop it first");
        }
        return agreed(last.get(), open, first, history.ended());
    }

    private static Optional<EndedTransaction> last(
            OpenTransaction open, FirstBatch first, List<EndedTransaction> ended) {
        Optional<EndedTransaction> named = ended.stream()
                .filter(transaction -> transaction.wroteTo(open.partition()))
                .reduce((one, next) -> next);
        // Where it wrote to is gone with the first half of its history, but its epoch is its own.
        return named.or(() -> ended.stream()
                .filter(transaction -> transaction.partitions().isEmpty()
                        && transaction.version() >= EPOCH_PER_TRANSACTION
                        && transaction.epoch() == open.epoch()
                        && first.epoch() == open.epoch())
                .findFirst());
    }

    private static MarkerDecision agreed(
            EndedTransaction last, OpenTransaction open, FirstBatch first, List<EndedTransaction> ended) {
        List<EndedTransaction> within = Stream.concat(
                        ended.stream()
                                .filter(transaction -> transaction.wroteTo(open.partition()))
                                .filter(transaction -> mayLieWithin(transaction, first)),
                        Stream.of(last))
                .toList();
        if (within.stream().noneMatch(transaction -> mayBegin(transaction, first))) {
            return new MarkerDecision.Unknown("several transactions are open there as one, since " + first.written()
                    + ", and the coordinator's log does not go back to the first of them");
        }
        if (within.stream().anyMatch(transaction -> transaction.result() != last.result())) {
            return new MarkerDecision.Unknown("several transactions are open there as one, since " + first.written()
                    + ", and some were committed, others aborted");
        }
        return new MarkerDecision.Marker(
                last.result(),
                last.markerEpoch(),
                last.version(),
                "its coordinator wrote " + last.result() + " at " + last.ended());
    }

    private static boolean mayLieWithin(EndedTransaction transaction, FirstBatch first) {
        return transaction.version() >= EPOCH_PER_TRANSACTION
                ? transaction.epoch() >= first.epoch()
                : !transaction.ended().isBefore(first.written().minus(SKEW));
    }

    private static boolean mayBegin(EndedTransaction transaction, FirstBatch first) {
        return transaction.version() >= EPOCH_PER_TRANSACTION
                ? transaction.epoch() == first.epoch()
                : !transaction.started().isAfter(first.written().plus(SKEW));
    }
}
