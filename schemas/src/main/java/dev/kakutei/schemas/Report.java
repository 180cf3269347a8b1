package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What the sender saw, on the topic of outcomes. A report is evidence, not a fact: it may come twice, late, or never,
 * and the ledger decides what it means.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Report.AttemptReport.class, name = "attempt"),
    @JsonSubTypes.Type(value = Report.InquiryReport.class, name = "inquiry")
})
public sealed interface Report {
    RequestId requestId();

    String gateway();

    /** Which sender saw it. */
    String sender();

    Instant at();

    /** As the command had it ({@link Command#recovery}); 0 from a sender of an older version. */
    int recovery();

    /** How the attempt with this number ended. */
    record AttemptReport(
            RequestId requestId,
            int attempt,
            String gateway,
            String sender,
            Instant at,
            Outcome outcome,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int recovery)
            implements Report {
        public AttemptReport {
            requireNonNull(requestId, "request_id");
            requireNonNull(gateway, "gateway");
            requireNonNull(sender, "sender");
            requireNonNull(outcome, "outcome");
            at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
            if (attempt < 1) {
                throw new IllegalArgumentException("attempts are counted from 1, not " + attempt);
            }
            checkRecovery(recovery);
        }

        /** Of a request that no recovery put in doubt. */
        public AttemptReport(
                RequestId requestId, int attempt, String gateway, String sender, Instant at, Outcome outcome) {
            this(requestId, attempt, gateway, sender, at, outcome, 0);
        }
    }

    /** What the gateway said when it was asked for the state of the request. */
    record InquiryReport(
            RequestId requestId,
            int inquiry,
            String gateway,
            String sender,
            Instant at,
            Finding finding,
            Answer answer,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int recovery)
            implements Report {
        public InquiryReport {
            requireNonNull(requestId, "request_id");
            requireNonNull(gateway, "gateway");
            requireNonNull(sender, "sender");
            requireNonNull(finding, "finding");
            requireNonNull(answer, "answer");
            at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
            if (inquiry < 1) {
                throw new IllegalArgumentException("inquiries are counted from 1, not " + inquiry);
            }
            checkRecovery(recovery);
        }

        /** Of a request that no recovery put in doubt. */
        public InquiryReport(
                RequestId requestId,
                int inquiry,
                String gateway,
                String sender,
                Instant at,
                Finding finding,
                Answer answer) {
            this(requestId, inquiry, gateway, sender, at, finding, answer, 0);
        }
    }

    private static void checkRecovery(int recovery) {
        if (recovery < 0) {
            throw new IllegalArgumentException("recoveries are counted from 1, not " + recovery);
        }
    }
}
