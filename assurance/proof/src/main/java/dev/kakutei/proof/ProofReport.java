package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a proof found.
 *
 * @param read how many records came from each place
 * @param missing the sources that were not at hand, and why
 * @param seal null where no table was read
 */
public record ProofReport(
        Instant startedAt,
        Duration took,
        Map<String, Long> read,
        Map<Promise.Source, String> missing,
        Map<String, Long> figures,
        Map<Promise, Findings.PromiseResult> results,
        Seal.Value seal) {
    public ProofReport {
        requireNonNull(startedAt, "startedAt");
        requireNonNull(took, "took");
        read = new LinkedHashMap<>(read);
        missing = Map.copyOf(missing);
        figures = new LinkedHashMap<>(figures);
        results = new LinkedHashMap<>(results);
    }

    public long violations() {
        return results.values().stream()
                .mapToLong(Findings.PromiseResult::violations)
                .sum();
    }

    public long count(Findings.Verdict verdict) {
        return results.values().stream()
                .filter(result -> result.verdict() == verdict)
                .count();
    }

    /**
     * The promises of which nothing could be examined: a source was not at hand, or all that there was could not be judged.
     * Where there was nothing to examine, nothing is missing.
     */
    public List<Promise> unchecked() {
        return results.entrySet().stream()
                .filter(result -> result.getValue().verdict() == Findings.Verdict.NOT_CHECKED)
                .filter(result -> !result.getValue().skipped().isEmpty()
                        || result.getKey().needs().stream().anyMatch(missing::containsKey))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Why nothing was examined for this promise; empty where something was. */
    public String whyNot(Promise promise) {
        if (results.get(promise).verdict() != Findings.Verdict.NOT_CHECKED) {
            return "";
        }
        return promise.needs().stream()
                .filter(missing::containsKey)
                .sorted()
                .map(missing::get)
                .findFirst()
                .orElse("there was nothing to examine");
    }
}
