package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

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

    /** How the attempt with this number ended. */
    record AttemptReport(RequestId requestId, int attempt, String gateway, String sender, Instant at, Outcome outcome)
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
        }
    }

    /** What the gateway said when it was asked for the state of the request. */
    record InquiryReport(
            RequestId requestId, int inquiry, String gateway, String sender, Instant at, Finding finding, Answer answer)
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
        }
    }
}
