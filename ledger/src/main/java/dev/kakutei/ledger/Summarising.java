package dev.kakutei.ledger;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.SubmissionSummary;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rules of summaries (SPEC C9): one for each submission, in whatever state the request is. It is replaced only by who
 * names the one that is replaced, so that no repetition and no second writer overwrites it.
 */
final class Summarising {
    private Summarising() {}

    static Draft attach(Draft draft, OperatorAction action) {
        SubmissionSummary summary = action.summary();
        Summaries.Submission submission =
                draft.entry().summaries().of(summary.eventId()).orElseThrow();
        return draft.record(new ApprovalFact.SummaryAttached(
                action.actionId(),
                submission.eventId(),
                submission.version(),
                summary.text(),
                summary.replaces(),
                summary.origin()));
    }

    static Optional<String> refusal(Entry entry, SubmissionSummary summary) {
        Optional<Summaries.Submission> submission = entry.summaries().of(summary.eventId());
        if (submission.isEmpty()) {
            return Optional.of("event " + summary.eventId() + " is no submission of this request; "
                    + entry.summaries().submissions().stream()
                            .map(one -> String.valueOf(one.eventId()))
                            .collect(Collectors.joining(", "))
                    + " is");
        }
        int standing = submission.get().summaryEventId();
        int replaces = summary.replaces() == null ? 0 : summary.replaces();
        if (standing != replaces) {
            return Optional.of(
                    standing == 0
                            ? "event " + summary.eventId() + " has no summary that could be replaced"
                            : "event " + summary.eventId() + " has a summary, event " + standing
                                    + "; only an order that replaces event " + standing + " is carried out");
        }
        return entry.summaries().attached() >= Summaries.MAX_ATTACHED
                ? Optional.of("it has " + Summaries.MAX_ATTACHED + " summaries, and gets no more")
                : Optional.empty();
    }
}
