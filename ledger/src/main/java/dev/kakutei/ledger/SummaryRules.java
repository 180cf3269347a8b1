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
final class SummaryRules {
    private SummaryRules() {}

    static Draft attach(Draft draft, OperatorAction action) {
        SubmissionSummary summary = action.summary();
        Summaries.SubmittedVersion submission =
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
        Optional<Summaries.SubmittedVersion> submission = entry.summaries().of(summary.eventId());
        if (submission.isEmpty()) {
            return Optional.of("event " + summary.eventId() + " is no submission of this request; "
                    + entry.summaries().submissions().stream()
                            .map(one -> String.valueOf(one.eventId()))
                            .collect(Collectors.joining(", "))
                    + " is");
        }
        int current = submission.get().summaryEventId();
        int replaces = summary.replaces() == null ? 0 : summary.replaces();
        if (current != replaces) {
            return Optional.of(
                    current == 0
                            ? "event " + summary.eventId() + " has no summary that could be replaced"
                            : "event " + summary.eventId() + " has a summary, event " + current
                                    + "; only an action that replaces event " + current + " is carried out");
        }
        return entry.summaries().attached() >= Summaries.MAX_ATTACHED
                ? Optional.of("it has " + Summaries.MAX_ATTACHED + " summaries, and gets no more")
                : Optional.empty();
    }
}
