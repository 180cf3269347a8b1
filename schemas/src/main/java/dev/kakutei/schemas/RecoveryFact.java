package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What a recovery records after Kafka has lost records (SPEC H3). */
public final class RecoveryFact {
    private RecoveryFact() {}

    /**
     * Kafka lost records, perhaps of this request: what came after its last event that is still known is gone, and an attempt
     * may have been among it. So the request is in doubt, whatever it was before, and never new.
     *
     * @param recovery which recovery recorded it, counted from 1
     * @param attempt the last attempt that may have been made
     * @param notAfter no attempt among the lost records can begin after this: all senders had stopped
     * @param reason what showed that records were lost
     * @param otherGateways where it may have been sent beside the gateway that it is known to have; empty for nowhere else
     * @param secondEffectAccepted whether a person had accepted a second effect, and an attempt may have been made on it; null if not
     */
    public record RecordsLost(
            int recovery,
            int attempt,
            Instant notAfter,
            String reason,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> otherGateways,
            @JsonInclude(JsonInclude.Include.NON_NULL) SecondEffect secondEffectAccepted)
            implements Fact {
        public RecordsLost {
            // Absent for none, and from before there was the field.
            otherGateways = otherGateways == null
                    ? List.of()
                    : otherGateways.stream().distinct().toList();
            requireNonNull(reason, "reason");
            notAfter = requireNonNull(notAfter, "not_after").truncatedTo(ChronoUnit.MILLIS);
            if (recovery < 1 || attempt < 1) {
                throw new IllegalArgumentException(
                        "recoveries and attempts are counted from 1, not " + recovery + " and " + attempt);
            }
        }

        /** It can have been sent to no other gateway. */
        public RecordsLost(int recovery, int attempt, Instant notAfter, String reason) {
            this(recovery, attempt, notAfter, reason, List.of(), null);
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.recordsLost(this);
        }
    }
}
