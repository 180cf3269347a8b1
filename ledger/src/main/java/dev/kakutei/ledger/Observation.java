package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.SecondEffect;
import java.time.Instant;
import java.util.Set;

/** Something that came to the ledger's notice. Observations repeat, reorder, come late or never; facts do not. */
public sealed interface Observation {
    <T> T match(Cases<T> cases);

    interface Cases<T> {
        T arrived(Arrived observation);

        T attemptReported(Report.AttemptReport report);

        T inquiryReported(Report.InquiryReport report, Trust trust);

        T timeCame();

        T actionRequested(OperatorAction action);

        T recordsLost(RecordsLost observation);
    }

    /**
     * The outbox announced an accepted request, for the first time or again.
     *
     * @param removedUpTo requests that were accepted up to then may have been settled and removed; null where nothing
     *     was removed yet
     */
    record Arrived(LedgerEvent accepted, Instant removedUpTo) implements Observation {
        public Arrived {
            requireNonNull(accepted, "accepted");
            if (accepted.seq() != 1 || !(accepted.fact() instanceof Fact.Accepted)) {
                throw new IllegalArgumentException("a request begins with its acceptance, not with " + accepted);
            }
        }

        /** Whether an entry that is not there may have been there once. */
        boolean mayHaveBeenRemoved() {
            return removedUpTo != null && !accepted.at().isAfter(removedUpTo);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.arrived(this);
        }
    }

    /** How far the answer to a status query can be trusted. */
    enum Trust {
        ORDINARY,
        /** Every status query at the gateway is answered "not found": that may be said of the question. */
        NOTHING_IS_EVER_FOUND
    }

    /** A sender reported what it saw. */
    record Reported(Report report, Trust trust) implements Observation {
        public Reported {
            requireNonNull(report, "report");
            requireNonNull(trust, "trust");
        }

        public Reported(Report report) {
            this(report, Trust.ORDINARY);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            if (report instanceof Report.AttemptReport attempt) {
                return cases.attemptReported(attempt);
            }
            return cases.inquiryReported((Report.InquiryReport) report, trust);
        }
    }

    /** The entry's due time has come, or the shell believes so. */
    record TimeCame() implements Observation {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.timeCame();
        }
    }

    /**
     * Kafka has lost records, perhaps of this request, and all verifiers and senders have stopped (SPEC H3).
     *
     * @param recovery which recovery it is, counted from 1
     * @param lastAttemptSeen the highest attempt that a surviving command or report names; 0 for none
     * @param at when everything had stopped: no lost attempt can begin after it
     * @param reason what showed that records were lost
     * @param gateways that it may have been sent to, by anything that survived; its own may be among them
     * @param secondEffect whether a person accepted a second effect after the last event that is known; null if not
     */
    record RecordsLost(
            int recovery,
            int lastAttemptSeen,
            Instant at,
            String reason,
            Set<String> gateways,
            SecondEffect secondEffect)
            implements Observation {
        public RecordsLost {
            gateways = Set.copyOf(gateways);
            requireNonNull(at, "at");
            requireNonNull(reason, "reason");
        }

        /** Nothing says that it was sent anywhere else than to its own gateway. */
        public RecordsLost(int recovery, int lastAttemptSeen, Instant at, String reason) {
            this(recovery, lastAttemptSeen, at, reason, Set.of());
        }

        /** Nothing says that a person accepted a second effect. */
        public RecordsLost(int recovery, int lastAttemptSeen, Instant at, String reason, Set<String> gateways) {
            this(recovery, lastAttemptSeen, at, reason, gateways, null);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.recordsLost(this);
        }
    }

    /** A person requested an action. */
    record ActionRequested(OperatorAction action) implements Observation {
        public ActionRequested {
            requireNonNull(action, "action");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.actionRequested(action);
        }
    }
}
