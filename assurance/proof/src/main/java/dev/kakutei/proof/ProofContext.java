package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was agreed, and what is at hand.
 *
 * @param gateways as their file describes them now; a request to one that is not in it is judged only where that does not
 *     matter
 * @param since from when each source is complete; a source that is not here was not read
 * @param journals the gateways' journals and settlement files that were read: each by its name, with the gateways that
 *     share it
 * @param journalsWithPosts the names of those that also have what was posted
 * @param alerts when alerts were open
 * @param alarmsKept for how long an alarm can still become an alert: later it is gone from its topic
 * @param now when reading began
 * @param grace whatever moved later than this before {@code now} may still be on its way between two sources
 * @param skew how far clocks may differ
 * @param kept how long settled requests stay in Postgres; null for ever
 * @param recoveredAt when Kafka had lost records the last time; null where it never had. Of requests that were accepted before,
 *     only Postgres has everything
 */
public record ProofContext(
        Map<String, Gateway> gateways,
        Map<Promise.Source, Instant> since,
        Map<String, Set<String>> journals,
        Set<String> journalsWithPosts,
        AlertPeriods alerts,
        Duration alarmsKept,
        Instant now,
        Duration grace,
        Duration skew,
        Duration kept,
        Instant recoveredAt) {
    public ProofContext {
        gateways = Map.copyOf(gateways);
        since = since.isEmpty() ? Map.of() : new EnumMap<>(since);
        journals = Map.copyOf(journals);
        journalsWithPosts = Set.copyOf(journalsWithPosts);
        requireNonNull(alerts, "alerts");
        requireNonNull(alarmsKept, "alarmsKept");
        requireNonNull(now, "now");
        requireNonNull(grace, "grace");
        requireNonNull(skew, "skew");
    }

    /** Whether Kafka may have lost records of a request that was accepted then. */
    public boolean mayHaveLost(Instant acceptedAt) {
        return recoveredAt != null && acceptedAt.isBefore(recoveredAt);
    }

    public Optional<Gateway> gateway(String name) {
        return Optional.ofNullable(gateways.get(name));
    }

    /** Whether this journal records what the gateway did. */
    public boolean isJournalOf(String journal, String gateway) {
        return journals.getOrDefault(journal, Set.of()).contains(gateway);
    }

    public boolean hasJournalOf(String gateway) {
        return journals.values().stream().anyMatch(gateways -> gateways.contains(gateway));
    }

    /** Whether a journal at hand has what was posted to this gateway. */
    public boolean hasPostsOf(String gateway) {
        return journalsWithPosts.stream().anyMatch(journal -> isJournalOf(journal, gateway));
    }

    public boolean has(Promise.Source source) {
        return since.containsKey(source);
    }

    /** Whether the source has kept everything about a request that was accepted then. */
    public boolean isComplete(Promise.Source source, Instant acceptedAt) {
        Instant from = since.get(source);
        return from != null && !acceptedAt.isBefore(from);
    }

    public Instant cut() {
        return now.minus(grace);
    }
}
