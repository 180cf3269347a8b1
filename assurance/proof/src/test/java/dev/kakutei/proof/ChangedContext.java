package dev.kakutei.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A context in which one thing is different. */
final class ChangedContext {
    private ChangedContext() {}

    static ProofContext since(ProofContext all, Map<Promise.Source, Instant> since) {
        return with(all, since, all.alerts(), null);
    }

    static ProofContext alerts(ProofContext all, AlertPeriods alerts) {
        return with(all, all.since(), alerts, null);
    }

    /** @param kept how long settled requests stay in Postgres; null for ever */
    static ProofContext kept(ProofContext all, Duration kept) {
        return with(all, all.since(), all.alerts(), kept);
    }

    private static ProofContext with(
            ProofContext all, Map<Promise.Source, Instant> since, AlertPeriods alerts, Duration kept) {
        return new ProofContext(
                all.gateways(),
                since,
                all.journals(),
                all.journalsWithPosts(),
                alerts,
                all.alarmsKept(),
                all.now(),
                all.grace(),
                all.skew(),
                kept,
                null);
    }
}
