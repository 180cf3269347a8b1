package dev.kakutei.ingest.topic;

import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.store.Acceptance;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.ingest.store.StoreUnavailable;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes what one poll brought, in one transaction, and says of each record what became of it. */
final class Intake {
    private static final Logger log = LoggerFactory.getLogger(Intake.class);

    private final Function<List<NewRequest>, List<Acceptance>> store;
    private final BiFunction<String, String, Optional<Entry>> find;

    /**
     * @param store stores all of them at once, and answers in their order
     * @param find the request of a client under a key
     */
    Intake(Function<List<NewRequest>, List<Acceptance>> store, BiFunction<String, String, Optional<Entry>> find) {
        this.store = store;
        this.find = find;
    }

    /**
     * What became of every record, in their order. Where one of them waits, any of the others may have been stored or
     * not: all of them must come again, and their keys see to it that this does no harm.
     */
    List<Ending> take(List<Arrival> arrivals) {
        List<NewRequest> fresh = arrivals.stream()
                .filter(Arrival::isFresh)
                .map(arrival -> arrival.admitted().request())
                .toList();
        List<Acceptance> acceptances = fresh.isEmpty() ? List.of() : store.apply(fresh);
        Map<RequestId, Acceptance> byRequest = new HashMap<>();
        for (int i = 0; i < fresh.size(); i++) {
            byRequest.put(fresh.get(i).id(), acceptances.get(i));
        }
        List<Ending> endings = new ArrayList<>(arrivals.size());
        for (Arrival arrival : arrivals) {
            endings.add(ending(arrival, byRequest));
        }
        return endings;
    }

    private Ending ending(Arrival arrival, Map<RequestId, Acceptance> byRequest) {
        if (arrival.problem() != null) {
            return Ending.rejected(arrival.problem());
        }
        return arrival.isFresh()
                ? ending(byRequest.get(arrival.admitted().request().id()))
                : onlyIfKnown(arrival.admitted());
    }

    /** As over HTTP: a request that was taken before is no fault, whatever speaks against it today. */
    private Ending onlyIfKnown(Admission.Admitted admitted) {
        NewRequest request = admitted.request();
        Optional<Entry> holder;
        try {
            holder = find.apply(request.fact().client(), request.fact().idempotencyKey());
        } catch (StoreUnavailable e) {
            return Ending.waits("Postgres: " + e.getMessage());
        } catch (RuntimeException e) {
            // A fault of ours must not hold up the records behind this one.
            log.error("what is known under a key cannot be read", e);
            return Ending.rejected(Problem.internal());
        }
        if (holder.isEmpty()) {
            return Ending.rejected(Problem.invalid(admitted.objections()));
        }
        return request.sameAs(holder.get()) ? Ending.SAME : Ending.rejected(Problem.conflict());
    }

    private static Ending ending(Acceptance acceptance) {
        return acceptance.match(new Acceptance.Cases<>() {
            @Override
            public Ending accepted(Acceptance.Accepted accepted) {
                return Ending.ACCEPTED;
            }

            @Override
            public Ending same(Acceptance.Same same) {
                return Ending.SAME;
            }

            @Override
            public Ending conflict(Acceptance.Conflict conflict) {
                return Ending.rejected(Problem.conflict());
            }

            @Override
            public Ending unstorable(Acceptance.Unstorable unstorable) {
                return Ending.rejected(Problem.unstorable());
            }

            @Override
            public Ending broken(Acceptance.Broken broken) {
                return Ending.rejected(Problem.internal());
            }

            @Override
            public Ending unavailable(Acceptance.Unavailable unavailable) {
                return Ending.waits("Postgres: " + unavailable.reason());
            }

            @Override
            public Ending shed(Acceptance.Shed shed) {
                return Ending.waits("too much of the log waits to be read by the relay");
            }
        });
    }
}
