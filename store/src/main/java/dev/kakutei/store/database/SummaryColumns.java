package dev.kakutei.store.database;

import dev.kakutei.ledger.Summaries;
import dev.kakutei.schemas.SubmissionSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Summaries and what they describe, as columns of {@code ledger}. */
final class SummaryColumns {
    private SummaryColumns() {}

    /** Null for what nearly every request has: the acceptance, without a summary. */
    static String submissions(Summaries summaries) {
        return summaries.submissions().equals(Summaries.NONE.submissions())
                ? null
                : summaries.submissions().stream()
                        .map(one -> one.version() + "/" + one.eventId() + "/" + one.summaryEventId())
                        .collect(Collectors.joining(","));
    }

    static Summaries read(ResultSet row) throws SQLException {
        String submissions = row.getString("submissions");
        return new Summaries(
                submissions == null ? Summaries.NONE.submissions() : submissions(submissions),
                row.getInt("summaries"),
                summary(row));
    }

    private static List<Summaries.SubmittedVersion> submissions(String text) {
        return Stream.of(text.split(",")).map(SummaryColumns::submission).toList();
    }

    private static Summaries.SubmittedVersion submission(String text) {
        String[] numbers = text.split("/");
        return new Summaries.SubmittedVersion(
                Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]));
    }

    private static Summaries.Summary summary(ResultSet row) throws SQLException {
        String text = row.getString("summary");
        return text == null
                ? null
                : new Summaries.Summary(
                        text,
                        row.getString("summary_by"),
                        LedgerRow.moment(row, "summary_at"),
                        SubmissionSummary.Origin.valueOf(
                                row.getString("summary_origin").toUpperCase(Locale.ROOT)));
    }
}
