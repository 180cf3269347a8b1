package dev.kakutei.operator.summary;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Summaries;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.SubmissionSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One submission that is to be described.
 *
 * @param eventId the event that brought the version
 * @param calls how often the summariser was called for it, the call that is about to be made among them
 * @param text what it said; empty until it has
 * @param age how long it has waited
 */
record SummaryJob(RequestId requestId, int eventId, int calls, Optional<String> text, Duration age) {
    SummaryJob {
        requireNonNull(requestId, "requestId");
        requireNonNull(text, "text");
        requireNonNull(age, "age");
    }

    SummaryJob with(String summary) {
        return new SummaryJob(requestId, eventId, calls, Optional.of(summary), age);
    }

    /** Whether it is still needed: the version is current, waits for a person, and has no summary. */
    boolean isWanted(Entry entry) {
        Summaries.SubmittedVersion latest = entry.summaries().latest();
        return latest.eventId() == eventId
                && latest.summaryEventId() == 0
                && (text.isPresent()
                        || (entry.awaitsApproval() && !entry.status().terminal()));
    }

    /** Named the same each time. The ledger attaches one summary to a submission, whoever asks how often. */
    OperatorAction attaching(Entry entry, String name, Instant now) {
        SubmissionSummary summary =
                new SubmissionSummary(eventId, text.orElseThrow(), null, SubmissionSummary.Origin.GENERATED);
        return OperatorAction.attaching(
                summary, "summary-" + requestId + "-" + eventId, requestId, entry.seq(), name, now);
    }
}
