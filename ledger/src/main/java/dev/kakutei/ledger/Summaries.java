package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.SubmissionSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which events brought the versions of a request, and the summaries of them (SPEC C9).
 *
 * @param submissions in the order of the versions. Of a request that was resubmitted before they were kept, only the
 *     acceptance and what came since is known.
 * @param attached how many summaries were attached, those that were replaced among them
 * @param current the summary of the current version; null where it has none. Older ones are in the timeline.
 */
public record Summaries(List<SubmittedVersion> submissions, int attached, Summary current) {
    /** A timeline has an end; a version's summary may be replaced this often in all. */
    static final int MAX_ATTACHED = 500;

    public static final Summaries NONE = new Summaries(List.of(new SubmittedVersion(1, 1, 0)), 0, null);

    public Summaries {
        submissions = List.copyOf(submissions);
    }

    /**
     * One version.
     *
     * @param eventId the event that brought it
     * @param summaryEventId the event of its summary; 0 for none
     */
    public record SubmittedVersion(int version, int eventId, int summaryEventId) {}

    /** @param by who attached it, as the timeline names them */
    public record Summary(String text, String by, Instant at, SubmissionSummary.Origin origin) {
        public Summary {
            requireNonNull(text, "text");
            requireNonNull(by, "by");
            requireNonNull(at, "at");
            requireNonNull(origin, "origin");
        }
    }

    /** The current version has no summary yet, whatever was said of the one before. */
    Summaries resubmitted(int version, int eventId) {
        List<SubmittedVersion> all = new ArrayList<>(submissions);
        all.add(new SubmittedVersion(version, eventId, 0));
        return new Summaries(all, attached, null);
    }

    Summaries attached(LedgerEvent event, ApprovalFact.SummaryAttached fact) {
        List<SubmittedVersion> all = submissions.stream()
                .map(one -> one.eventId() == fact.submissionEventId()
                        ? new SubmittedVersion(one.version(), one.eventId(), event.seq())
                        : one)
                .toList();
        boolean latest = latest().eventId() == fact.submissionEventId();
        return new Summaries(
                all, attached + 1, latest ? new Summary(fact.text(), event.by(), event.at(), fact.origin()) : current);
    }

    /** What the event brought; empty where it is no submission, or not known as one. */
    public Optional<SubmittedVersion> of(int eventId) {
        return submissions.stream().filter(one -> one.eventId() == eventId).findFirst();
    }

    /** The current version. */
    public SubmittedVersion latest() {
        return submissions.get(submissions.size() - 1);
    }
}
