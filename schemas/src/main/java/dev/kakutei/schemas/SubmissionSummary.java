package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

/**
 * A summary of what one event submitted, with {@link OperatorAction.Type#ATTACH_SUMMARY} (SPEC C9).
 *
 * @param eventId the event that brought the version: the acceptance, or a resubmission
 * @param text for whoever decides on that version
 * @param replaces the event of the summary that it replaces; null where the version has none. So one that comes twice
 *     finds its own first coming, and two that come at once do not overwrite each other.
 */
public record SubmissionSummary(int eventId, String text, Integer replaces, Origin origin) {
    public static final int MAX_TEXT = 2000;

    public SubmissionSummary {
        requireNonNull(origin, "origin");
        if (eventId < 1) {
            throw new IllegalArgumentException("events are counted from 1, not " + eventId);
        }
        if (replaces != null && replaces <= eventId) {
            throw new IllegalArgumentException("no summary of event " + eventId + " can be event " + replaces);
        }
        if (replaces != null && origin == Origin.GENERATED) {
            throw new IllegalArgumentException("a generated summary replaces none");
        }
        checked(text);
    }

    static void checked(String text) {
        if (text == null || text.isBlank() || text.length() > MAX_TEXT) {
            throw new IllegalArgumentException("a summary has a text, of at most " + MAX_TEXT + " characters");
        }
    }

    /** Where it comes from. */
    public enum Origin {
        /** A client attached it: a person, or a program with a key of its own. */
        CLIENT,
        /** The configured summariser wrote it. */
        GENERATED
    }
}
