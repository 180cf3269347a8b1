package dev.kakutei.operator;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.Settings;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.operator.action.ActionConfig;
import dev.kakutei.operator.bulk.BulkConfig;
import dev.kakutei.operator.search.SearchConfig;
import dev.kakutei.operator.stream.StreamConfig;
import dev.kakutei.operator.summary.SummariserConfig;
import dev.kakutei.operator.summary.SummaryJobs;
import dev.kakutei.store.project.SameTransactionWriter;
import java.util.Optional;

/** What can be set about reading requests and acting on them. */
public record OperatorConfig(
        SearchConfig search,
        StreamConfig stream,
        ActionConfig actions,
        BulkConfig bulk,
        Optional<SummariserConfig> summariser) {
    public OperatorConfig {
        requireNonNull(search, "search");
        requireNonNull(stream, "stream");
        requireNonNull(actions, "actions");
        requireNonNull(bulk, "bulk");
        requireNonNull(summariser, "summariser");
    }

    /**
     * Records mistakes in {@code settings}; the caller ends with {@link Settings#check}.
     *
     * @param callers how long callers wait otherwise: no action waits longer than they may
     */
    public static OperatorConfig read(Settings settings, DeadlineRule callers) {
        return new OperatorConfig(
                ReadingSettings.search(settings),
                ReadingSettings.stream(settings),
                ActionSettings.actions(settings, callers),
                ActionSettings.bulk(settings),
                SummariserSettings.read(settings, System.getenv()));
    }

    /** What is written when events are stored: jobs, where submissions are summarised. */
    public SameTransactionWriter jobs() {
        return summariser.isPresent() ? SummaryJobs::add : SameTransactionWriter.NOTHING;
    }
}
