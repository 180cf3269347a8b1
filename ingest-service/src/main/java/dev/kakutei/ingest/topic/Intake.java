package dev.kakutei.ingest.topic;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.http.Problem;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.accept.Acceptance;
import dev.kakutei.store.accept.NewRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the requests of one poll in one transaction, and returns the outcome of each record. */
public final class Intake {
    private static final Logger log = LoggerFactory.getLogger(Intake.class);

    private final Function<List<NewRequest>, List<Acceptance>> store;
    private final BiFunction<String, String, Optional<Entry>> find;

    /**
     * @param store stores all of them at once, and answers in their order
     * @param find the request of a client under a key; may throw StoreUnavailable
     */
    public Intake(
            Function<List<NewRequest>, List<Acceptance>> store, BiFunction<String, String, Optional<Entry>> find) {
        this.store = store;
        this.find = find;
    }

    /**
     * The outcome of every record, in their order. Where one of them waits, any of the others may have been stored or not:
     * all of them must be read again, and their idempotency keys make that harmless.
     */
    List<RecordOutcome> take(List<DecodedRecord> records) {
        List<NewRequest> fresh = records.stream()
                .filter(DecodedRecord::isFresh)
                .map(record -> record.admitted().request())
                .toList();
        List<Acceptance> acceptances = fresh.isEmpty() ? List.of() : store.apply(fresh);
        Map<RequestId, Acceptance> byRequest = new HashMap<>();
        for (int i = 0; i < fresh.size(); i++) {
            byRequest.put(fresh.get(i).id(), acceptances.get(i));
        }
        List<RecordOutcome> outcomes = new ArrayList<>(records.size());
        for (DecodedRecord record : records) {
            outcomes.add(outcome(record, byRequest));
        }
        return outcomes;
    }

    private RecordOutcome outcome(DecodedRecord record, Map<RequestId, Acceptance> byRequest) {
        if (record.problem() != null) {
            return RecordOutcome.rejected(record.problem());
        }
        return record.isFresh()
                ? outcome(byRequest.get(record.admitted().request().id()))
                : onlyIfKnown(record.admitted());
    }

    /** As over HTTP: a request that was accepted before is valid, whatever objections there are to it now. */
    private RecordOutcome onlyIfKnown(Admission.Admitted admitted) {
        NewRequest request = admitted.request();
        Optional<Entry> holder;
        try {
            holder = find.apply(request.fact().client(), request.fact().idempotencyKey());
        } catch (StoreUnavailable e) {
            return RecordOutcome.waits("Postgres: " + e.getMessage());
        } catch (RuntimeException e) {
            // A fault of ours must not hold up the records behind this one.
            log.error("Looking up the request of an idempotency key failed; the record is rejected", e);
            return RecordOutcome.rejected(Problem.internal());
        }
        if (holder.isEmpty()) {
            return RecordOutcome.rejected(Problem.invalid(admitted.objections()));
        }
        return request.sameAs(holder.get()) ? RecordOutcome.SAME : RecordOutcome.rejected(Problem.conflict());
    }

    private static RecordOutcome outcome(Acceptance acceptance) {
        return acceptance.match(new Acceptance.Cases<>() {
            @Override
            public RecordOutcome accepted(Acceptance.Accepted accepted) {
                return RecordOutcome.ACCEPTED;
            }

            @Override
            public RecordOutcome same(Acceptance.Same same) {
                return RecordOutcome.SAME;
            }

            @Override
            public RecordOutcome conflict(Acceptance.Conflict conflict) {
                return RecordOutcome.rejected(Problem.conflict());
            }

            @Override
            public RecordOutcome unstorable(Acceptance.Unstorable unstorable) {
                return RecordOutcome.rejected(Problem.unstorable());
            }

            @Override
            public RecordOutcome broken(Acceptance.Broken broken) {
                return RecordOutcome.rejected(Problem.internal());
            }

            @Override
            public RecordOutcome unavailable(Acceptance.Unavailable unavailable) {
                return RecordOutcome.waits("Postgres: " + unavailable.reason());
            }

            @Override
            public RecordOutcome shed(Acceptance.Shed shed) {
                return RecordOutcome.waits("Postgres keeps too much WAL that the relay has not read yet");
            }
        });
    }
}
